// ---- the scatter of segments ---------------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";
const MANY = 2000; // points beyond which hexagons are drawn, the fuller the more there are
const HEXAGON = 6; // the radius of one
const EQUAL = 0.1; // the least that an axis shows: leads are told to one digit

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

// Round numbers on both sides of zero, up to four on each.
function ticks(span) {
  const raw = span / 4, power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find((factor) => raw <= power * factor);
  const marks = [];
  for (let mark = -Math.floor(span / step); mark <= span / step; mark++) marks.push(mark * step);
  return marks;
}

class Scatter {
  constructor(segments, browser) {
    Object.assign(this, { segments, browser, start: null });
    const { metrics, systems } = segments;
    for (const id of ["scatter-x", "scatter-y"]) byId(id).append(...metrics.map((metric, place) => new Option(metric.label, place)));
    byId("scatter-y").value = "1";
    // the pair that the histograms show stands the same way round here: its better system first
    const turned = (pair) => (pair.toReversed().join() === segments.pair.join() ? segments.pair : pair);
    const pairs = systems.flatMap((_, i) => systems.slice(i + 1).map((_, j) => turned([i, i + 1 + j])));
    byId("scatter-pair").append(...pairs.map((pair) => new Option(`lead of ${systems[pair[0]]} over ${systems[pair[1]]}`, pair.join("-"))));
    byId("scatter-pair").value = segments.pair.join("-");
    for (const id of ["scatter-x", "scatter-y", "scatter-pair"]) byId(id).addEventListener("change", () => this.draw());
    this.listen(byId("scatter-frame"));
    this.draw();
    new ResizeObserver(() => byId("scatter-frame").clientWidth !== this.width && this.draw()).observe(byId("scatter-frame"));
  }

  listen(frame) {
    frame.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "touch" || event.button) return; // a finger scrolls
      this.start = this.at(event);
      frame.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    frame.addEventListener("pointermove", (event) => (this.start ? this.stretch(this.at(event)) : this.mark(this.nearest(event))));
    frame.addEventListener("pointerleave", () => this.mark(-1));
    frame.addEventListener("pointercancel", () => this.stretch(null));
    frame.addEventListener("pointerup", (event) => this.release(event));
  }

  // A rectangle lists the segments in it; a click without one opens the nearest.
  release(event) {
    const from = this.start, to = this.at(event), row = this.nearest(event);
    this.stretch(null);
    if (from && Math.hypot(to[0] - from[0], to[1] - from[1]) > 6) {
      const within = (value, axis) => value >= Math.min(from[axis], to[axis]) && value <= Math.max(from[axis], to[axis]);
      this.list(this.segments.rows.filter((one) => this.points[one].every((value, axis) => within(value, axis))));
    } else if (row >= 0) {
      location.hash = `seg-${this.segments.first + row + 1}`;
    }
  }

  stretch(to) {
    const from = this.start ?? [0, 0];
    if (!to) this.start = null;
    const [x, y] = to ? [Math.min(from[0], to[0]), Math.min(from[1], to[1])] : [-9, -9];
    const size = to ? { width: Math.abs(to[0] - from[0]), height: Math.abs(to[1] - from[1]) } : { width: 0, height: 0 };
    for (const [name, value] of Object.entries({ x, y, ...size })) this.brush.setAttribute(name, value);
  }

  // Show these segments and no others below.
  list(rows) {
    const words = rows.length === 1 ? "1 segment" : `${rows.length.toLocaleString("en")} segments`;
    byId("scatter-said").textContent = rows.length ? "" : "No segment is in this part.";
    if (!rows.length) return;
    this.browser.numbers = rows.map((row) => this.segments.first + row + 1);
    this.browser.asking();
    byId("scatter-said").append(make("a", { href: "#segments" }, `${words} listed below`));
  }

  draw() {
    const pair = byId("scatter-pair").value.split("-").map(Number);
    const metrics = ["x", "y"].map((axis) => Number(byId("scatter-" + axis).value));
    const values = metrics.map((metric) => this.segments.rows.map((row) => difference(this.segments, metric, pair, row)));
    const spans = values.map((column) => 1.04 * column.reduce((most, value) => (Math.abs(value) > most ? Math.abs(value) : most), EQUAL));
    this.width = byId("scatter-frame").clientWidth;
    const width = Math.max(280, this.width || 560), height = Math.round(Math.min(430, 0.8 * width));
    this.area = { width, height, left: 48, right: width - 12, top: 30, bottom: height - 46 };
    const { left, right, top, bottom } = this.area;
    const x = (value) => left + ((value / spans[0] + 1) / 2) * (right - left), y = (value) => bottom - ((value / spans[1] + 1) / 2) * (bottom - top);
    this.points = this.segments.rows.map((row) => [x(values[0][row]), y(values[1][row])]);
    const names = pair.map((place) => this.segments.systems[place]), labels = metrics.map((metric) => this.segments.metrics[metric].label);
    this.words = (row) => `Segment ${this.segments.first + row + 1}: ` + metrics.map((metric, place) => lead(this.segments.metrics[metric], names, values[place][row])).join(", ");
    const sides = (row) => values.map((column) => Math.sign(column[row])), apart = (row) => values[0][row] * values[1][row] < 0;
    const count = this.segments.rows.filter(apart).length;
    const caption = `${labels[0]} and ${labels[1]} disagree about ${names[0]} and ${names[1]} on ${count.toLocaleString("en")} of ${this.segments.count.toLocaleString("en")} segments. To the right and up: better for ${names[0]}.`;
    byId("scatter-words").textContent = caption;
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": caption });
    svg.append(...this.axes(labels, names, spans, x, y), ...this.marks(apart));
    this.brush = svg.appendChild(drawn("rect", { class: "brush", x: -9, y: -9, width: 0, height: 0 }));
    this.ring = svg.appendChild(drawn("circle", { r: 7, class: "ring", cx: -20, cy: -20 }));
    byId("scatter-frame").replaceChildren(svg);
    this.quarters(labels, names, sides);
  }

  axes(labels, names, spans, x, y) {
    const { left, right, top, bottom, width, height } = this.area;
    const line = (x1, y1, x2, y2, kind) => drawn("line", { x1, y1, x2, y2, class: kind });
    const text = (x, y, anchor, words) => drawn("text", { x, y, "text-anchor": anchor }, words);
    const written = (mark) => `${mark > 0 ? "+" : ""}${Number(mark.toPrecision(3))}`.replace("-", "−");
    const most = Math.max(6, Math.floor((width - 120) / 15)), short = ([...name]) => (name.length > most ? name.slice(0, most - 1).join("") + "…" : name.join(""));
    const grid = ticks(spans[0]).flatMap((mark) => [line(x(mark), top, x(mark), bottom, mark ? "tick" : "axis"), text(x(mark), bottom + 15, "middle", written(mark))]);
    grid.push(...ticks(spans[1]).flatMap((mark) => [line(left, y(mark), right, y(mark), mark ? "tick" : "axis"), text(left - 6, y(mark) + 4, "end", written(mark))]));
    return [...grid, text(right, height - 12, "end", `${labels[0]}, better for ${short(names[0])} →`), text(2, 14, "start", `↑ ${labels[1]}, better for ${short(names[0])}`)];
  }

  // Points, or hexagons where there are too many: crosses and orange where the metrics disagree.
  marks(apart) {
    const rows = this.segments.rows.filter((row) => this.points[row].every(Number.isFinite));
    byId("scatter-key").textContent = rows.length > MANY
      ? "A hexagon is the fuller, the more segments are in it: blue where both metrics prefer the same system, orange where they disagree."
      : "A point is a segment: ● both metrics prefer the same system, × they disagree.";
    if (rows.length > MANY) return this.hexagons(rows, apart);
    const opacity = rows.length > 400 ? 0.45 : 0.7;
    const cross = ([x, y]) => `M${(x - 3).toFixed(1)} ${(y - 3).toFixed(1)}l6 6m0-6l-6 6`;
    const dot = ([x, y]) => `M${(x - 2.4).toFixed(1)} ${y.toFixed(1)}a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0`;
    const path = (kind, chosen, shape) => drawn("path", { class: kind, opacity, d: rows.filter(chosen).map((row) => shape(this.points[row])).join("") });
    return [path("apart", apart, cross), path("agree", (row) => !apart(row), dot)];
  }

  hexagons(rows, apart) {
    const across = HEXAGON * Math.sqrt(3), down = HEXAGON * 1.5, cells = new Map();
    for (const row of rows) {
      const [x, y] = this.points[row], level = Math.round(y / down), shift = level % 2 ? across / 2 : 0;
      const place = Math.round((x - shift) / across), key = `${place},${level},${apart(row)}`;
      const cell = cells.get(key) ?? { x: place * across + shift, y: level * down, apart: apart(row), count: 0 };
      cell.count++;
      cells.set(key, cell);
    }
    const most = Math.max(...[...cells.values()].map((cell) => cell.count));
    const corners = [0, 1, 2, 3, 4, 5].map((corner) => [Math.sin((corner * Math.PI) / 3), Math.cos((corner * Math.PI) / 3)]);
    return [...cells.values()].map((cell) => drawn("polygon", {
      class: cell.apart ? "apart full" : "agree",
      opacity: (0.25 + 0.75 * Math.sqrt(cell.count / most)).toFixed(2),
      points: corners.map(([x, y]) => `${(cell.x + HEXAGON * x).toFixed(1)},${(cell.y + HEXAGON * y).toFixed(1)}`).join(" "),
    }));
  }

  // The four quarters as buttons, for whoever has no mouse: each lists its segments.
  quarters(labels, names, sides) {
    const kinds = [[1, 1, `both better for ${names[0]}`], [-1, -1, `both better for ${names[1]}`], [1, -1, `only ${labels[0]} better for ${names[0]}`], [-1, 1, `only ${labels[1]} better for ${names[0]}`]];
    const buttons = kinds.map(([right, up, words]) => {
      const rows = this.segments.rows.filter((row) => sides(row).join() === [right, up].join());
      const button = make("button", { type: "button" }, `${rows.length.toLocaleString("en")} ${words}`);
      button.disabled = !rows.length;
      button.addEventListener("click", () => this.list(rows));
      return button;
    });
    byId("scatter-quarters").replaceChildren(...buttons);
  }

  // The place of the mouse in the picture.
  at(event) {
    const box = byId("scatter-frame").querySelector("svg").getBoundingClientRect();
    return [((event.clientX - box.left) * this.area.width) / box.width, ((event.clientY - box.top) * this.area.height) / box.height];
  }

  nearest(event) {
    const at = this.at(event);
    let best = -1, least = 144;
    this.points.forEach(([x, y], row) => {
      const far = (x - at[0]) ** 2 + (y - at[1]) ** 2;
      if (far < least) [best, least] = [row, far];
    });
    return best;
  }

  mark(row) {
    const [x, y] = row < 0 ? [-20, -20] : this.points[row];
    this.ring.setAttribute("cx", x);
    this.ring.setAttribute("cy", y);
    if (row >= 0) byId("scatter-said").textContent = this.words(row);
  }
}
