// ---- tables --------------------------------------------------------------------------------------

function linkSegments() {
  for (const cell of document.querySelectorAll("bdi.segments")) {
    const numbers = cell.textContent.split(", ");
    if (!numbers.every((number) => /^\d+$/u.test(number))) continue;
    cell.replaceChildren(...numbers.flatMap((number, place) => [place ? ", " : "", make("a", { href: "#seg-" + number }, number)]));
  }
}

// Beside every number with an interval its picture, on one scale for the column.
function drawIntervals() {
  for (const table of document.querySelectorAll("main table")) {
    const width = table.rows[0].cells.length;
    for (let column = 0; column < width; column++) {
      const cells = Array.from(table.rows, (row) => row.cells[column]), found = cells.map(interval).filter(Boolean);
      if (found.length < 2) continue;
      const numbers = found.flatMap((one) => [one.low, one.high]), low = Math.min(...numbers), high = Math.max(...numbers);
      if (high === low) continue;
      for (const one of found) one.cell.append(picture(one, low, high));
      const pictured = new Set(found.map((one) => one.cell)), widest = found[0].cell.querySelector("small").textContent;
      for (const cell of cells) if (!pictured.has(cell)) cell.append(room(widest));
    }
  }
}

// Keeps the number of a cell that has no interval, and the head of the column, in line with the others.
function room(words) {
  const svg = drawn("svg", { width: 110, height: 12, class: "interval" });
  return make("span", { class: "room", "aria-hidden": "true" }, " ", make("small", {}, words), svg);
}

function interval(cell) {
  const number = "(-?\\d+(?:\\.\\d+)?)", small = cell.querySelector("small");
  const bounds = small && new RegExp(`^\\[${number}, ${number}\\]$`, "u").exec(small.textContent);
  const value = Number.parseFloat(cell.textContent);
  return bounds && Number.isFinite(value) ? { cell, value, low: Number(bounds[1]), high: Number(bounds[2]) } : null;
}

function picture(one, low, high) {
  const x = (value) => (4 + (102 * (value - low)) / (high - low)).toFixed(1);
  const svg = drawn("svg", { viewBox: "0 0 110 12", width: 110, height: 12, class: "interval", "aria-hidden": "true" });
  if (low < 0 && high > 0) svg.append(drawn("line", { x1: x(0), x2: x(0), y1: 0, y2: 12, class: "zero" }));
  svg.append(drawn("line", { x1: x(one.low), x2: x(one.high), y1: 6, y2: 6 }), drawn("circle", { cx: x(one.value), cy: 6, r: 3 }));
  return svg;
}

function copyButtons() {
  for (const region of document.querySelectorAll("main .scroll")) {
    const button = make("button", { type: "button", class: "copy", "aria-label": "Copy as TSV: " + region.getAttribute("aria-label") }, "Copy");
    button.addEventListener("click", async () => {
      const rows = Array.from(region.querySelectorAll("tr"), (row) => Array.from(row.cells, (cell) => cell.innerText.trim()).join("\t"));
      button.textContent = (await copied(rows.join("\n") + "\n")) ? "Copied" : "No clipboard";
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    region.before(button);
  }
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

// What is folded opens for print, and where a link leads into it.
function unfold() {
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = Array.from(document.querySelectorAll("details.table:not([open])"));
    for (const details of opened) details.open = true;
  });
  window.addEventListener("afterprint", () => opened.forEach((details) => (details.open = false)));
  const open = () => {
    const target = /^#[\w-]+$/u.test(location.hash) ? byId(location.hash.slice(1)) : null;
    if (target?.tagName === "DETAILS") target.open = true;
    if (target && !target.matches(".segment")) target.scrollIntoView();
  };
  window.addEventListener("hashchange", open);
  return open;
}
