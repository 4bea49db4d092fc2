// ---- the scatter of segments ---------------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";

function drawn(tag, attributes, text = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text) made.textContent = text;
  return made;
}

// Who is better by how much: a bare sign would mean the opposite for a metric of errors.
function lead(metric, names, value) {
  const size = Math.abs(value).toFixed(1);
  return Number(size) ? `${metric.label} better by ${size} for ${names[value > 0 ? 0 : 1]}` : `${metric.label} equal`;
}

class Scatter {
  constructor(segments, browser) {
    Object.assign(this, { segments, browser, width: 560, height: 400, edge: 40 });
    const { metrics, systems } = segments;
    for (const id of ["scatter-x", "scatter-y"]) byId(id).append(...metrics.map((metric, place) => new Option(metric.label, place)));
    byId("scatter-y").value = "1";
    // the pair that the histograms show stands the same way round here: its better system first
    const turned = (pair) => (pair.toReversed().join() === segments.pair.join() ? segments.pair : pair);
    const pairs = systems.flatMap((_, i) => systems.slice(i + 1).map((_, j) => turned([i, i + 1 + j])));
    byId("scatter-pair").append(...pairs.map((pair) => new Option(`lead of ${systems[pair[0]]} over ${systems[pair[1]]}`, pair.join("-"))));
    byId("scatter-pair").value = segments.pair.join("-");
    for (const id of ["scatter-x", "scatter-y", "scatter-pair"]) byId(id).addEventListener("change", () => this.draw());
    const frame = byId("scatter-frame");
    frame.addEventListener("pointermove", (event) => this.point(event));
    frame.addEventListener("pointerleave", () => this.mark(-1));
    frame.addEventListener("click", (event) => {
      const row = this.nearest(event);
      if (row >= 0) location.hash = `seg-${this.segments.first + row + 1}`;
    });
    this.draw();
  }

  draw() {
    const pair = byId("scatter-pair").value.split("-").map(Number);
    const metrics = ["x", "y"].map((axis) => Number(byId("scatter-" + axis).value));
    const values = metrics.map((metric) => this.segments.rows.map((row) => difference(this.segments, metric, pair, row)));
    const spans = values.map((column) => column.reduce((most, value) => (Math.abs(value) > most ? Math.abs(value) : most), 1e-9));
    const { width, height, edge } = this;
    const x = (value) => edge + ((value / spans[0] + 1) / 2) * (width - 2 * edge);
    const y = (value) => height - edge - ((value / spans[1] + 1) / 2) * (height - 2 * edge);
    this.points = this.segments.rows.map((row) => [x(values[0][row]), y(values[1][row])]);
    const apart = (row) => values[0][row] * values[1][row] < 0;
    this.words = (row) => `Segment ${this.segments.first + row + 1}: ` + metrics.map((metric, place) => lead(this.segments.metrics[metric], names, values[place][row])).join(", ");
    const labels = metrics.map((metric) => this.segments.metrics[metric].label), names = pair.map((place) => this.segments.systems[place]), short = names.map((name) => (clusters(name).length > 18 ? clusters(name).slice(0, 17).join("") + "…" : name));
    const count = this.segments.rows.filter(apart).length;
    const caption = `${labels[0]} and ${labels[1]} disagree about ${names[0]} and ${names[1]} on ${count.toLocaleString("en")} of ${this.segments.count.toLocaleString("en")} segments. To the right and up: better for ${names[0]}.`;
    byId("scatter-words").textContent = caption;
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": caption });
    svg.append(...this.axes(labels, short, x(0), y(0)), this.dots(apart, true), this.dots((row) => !apart(row), false));
    this.ring = svg.appendChild(drawn("circle", { r: 7, class: "ring", cx: -20, cy: -20 }));
    byId("scatter-frame").replaceChildren(svg);
  }

  axes(labels, names, x, y) {
    const { width, height, edge } = this;
    const line = (x1, y1, x2, y2) => drawn("line", { x1, y1, x2, y2, class: "axis" });
    return [
      line(edge, y, width - edge, y), line(x, edge, x, height - edge),
      drawn("text", { x: width - 8, y: height - 26, "text-anchor": "end" }, `${labels[0]}: better for ${names[0]} →`),
      drawn("text", { x: 8, y: height - 5 }, `← better for ${names[1]}`),
      drawn("text", { x, y: 22, "text-anchor": "middle" }, `↑ ${labels[1]}: better for ${names[0]}`),
    ];
  }

  dots(chosen, cross) {
    const rows = this.segments.rows.filter((row) => chosen(row) && this.points[row].every(Number.isFinite));
    const shape = ([x, y]) => cross
      ? `M${(x - 3).toFixed(1)} ${(y - 3).toFixed(1)}l6 6m0-6l-6 6`
      : `M${(x - 2.2).toFixed(1)} ${y.toFixed(1)}a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0`;
    return drawn("path", { class: cross ? "apart" : "agree", d: rows.map((row) => shape(this.points[row])).join("") });
  }

  nearest(event) {
    const box = byId("scatter-frame").querySelector("svg").getBoundingClientRect();
    const at = [((event.clientX - box.left) * this.width) / box.width, ((event.clientY - box.top) * this.height) / box.height];
    let best = -1, least = 144;
    this.points.forEach(([x, y], row) => {
      const far = (x - at[0]) ** 2 + (y - at[1]) ** 2;
      if (far < least) [best, least] = [row, far];
    });
    return best;
  }

  point(event) {
    this.mark(this.nearest(event));
  }

  mark(row) {
    const [x, y] = row < 0 ? [-20, -20] : this.points[row];
    this.ring.setAttribute("cx", x);
    this.ring.setAttribute("cy", y);
    byId("scatter-said").textContent = row < 0 ? "" : this.words(row);
  }
}
