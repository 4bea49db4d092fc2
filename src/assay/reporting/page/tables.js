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
