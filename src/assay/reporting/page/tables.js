// ---- tables --------------------------------------------------------------------------------------

function linkSegments() {
  for (const cell of document.querySelectorAll("bdi.segments")) {
    const numbers = cell.textContent.split(", ");
    if (!numbers.every((number) => /^\d+$/u.test(number))) continue;
    cell.replaceChildren(...numbers.flatMap((number, place) => [place ? ", " : "", make("a", { href: "#seg-" + number }, number)]));
  }
}

function copyButtons() {
  for (const region of document.querySelectorAll("main .table .scroll")) {
    const button = make("button", { type: "button", class: "copy", "aria-label": "Copy as TSV: " + region.getAttribute("aria-label") }, "Copy");
    button.addEventListener("click", async () => {
      button.textContent = (await copied(tabbed(region.querySelector("table")))) ? "Copied" : "No clipboard";
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    region.before(button);
  }
}

// A table as TSV, under the names that programs know; a number with an interval takes four columns.
function tabbed(table) {
  const rows = Array.from(table.tBodies).flatMap((body) => Array.from(body.rows));
  const wide = Array.from(table.rows[0].cells, (_, column) => rows.some((row) => row.cells[column].querySelector(":scope > small")));
  const names = Array.from(table.rows[0].cells, (head, column) => (wide[column] ? ["", ".low", ".high", ".mark"] : [""]).map((end) => head.dataset.name + end));
  const values = rows.map((row) => Array.from(row.cells, (cell, column) => (wide[column] ? parts(cell) : [plain(cell)])));
  return [names, ...values].map((row) => row.flat().join("\t") + "\n").join("");
}

const plain = (cell) => cell.textContent.replace(/\s+/gu, " ").trim();

function parts(cell) {
  const bounds = cell.querySelector(":scope > small")?.textContent.match(/[^[\],\s]+/gu) ?? ["", ""];
  return [plain(cell).split(" ")[0].replace(/^(-?[\d.]+).*$/u, "$1"), ...bounds, cell.querySelector("sup")?.textContent ?? ""];
}

// A table is a stop of the Tab key only where it is wider than the page and arrow keys have something to do.
function stops() {
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const region of document.querySelectorAll("main .scroll")) watch.observe(region);
}

// The heads of a heat map are buttons: rows by this column, best or earliest by name first; again, the other way.
function sortable() {
  for (const table of document.querySelectorAll("main table.heat")) {
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach((head, column) => {
      const button = make("button", { type: "button", title: "Sort by this column" }, ...head.childNodes);
      button.addEventListener("click", () => sortRows(table, heads, column));
      head.replaceChildren(button);
    });
  }
}

function sortRows(table, heads, column) {
  const down = heads[column].getAttribute("aria-sort") !== "descending" && heads[column].classList.contains("right");
  const turned = !down && !heads[column].classList.contains("right") && heads[column].getAttribute("aria-sort") === "ascending";
  const descending = down || turned;
  for (const head of heads) head.removeAttribute("aria-sort");
  heads[column].setAttribute("aria-sort", descending ? "descending" : "ascending");
  const sign = descending ? -1 : 1;
  const value = (row) => plain(row.cells[column]);
  const rows = Array.from(table.tBodies[0].rows).sort((one, other) => {
    const [a, b] = [Number.parseFloat(value(one)), Number.parseFloat(value(other))];
    if (!heads[column].classList.contains("right")) return sign * value(one).localeCompare(value(other));
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b); // holes stay at the end
    return sign * (a - b);
  });
  table.tBodies[0].append(...rows);
}
