// ---- one segment on the page ---------------------------------------------------------------------

const graphemes = Intl.Segmenter ? new Intl.Segmenter(undefined, { granularity: "grapheme" }) : null;
const clusters = (text) => (graphemes && !/^[\x20-\x7e]*$/u.test(text) ? Array.from(graphemes.segment(text), (one) => one.segment) : Array.from(text));

// The length of the longest common subsequence of what is left of two words, from every place on.
function common(a, b) {
  const best = Array.from({ length: a.length + 1 }, () => new Uint8Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      best[i][j] = a[i] === b[j] ? best[i + 1][j + 1] + 1 : Math.max(best[i + 1][j], best[i][j + 1]);
    }
  }
  return best;
}

// The share of characters that two words have in common; words that are too long to compare have none.
function likeness(word, other) {
  const a = clusters(word.slice(0, 4 * LONGEST_NEAR)), b = clusters(other.slice(0, 4 * LONGEST_NEAR));
  const longest = Math.max(a.length, b.length);
  return longest && longest <= LONGEST_NEAR ? common(a, b)[0][0] / longest : 0;
}

// Which characters of a word are not in another that is much like it; nothing where the two are not alike.
function nearly(word, other) {
  if (likeness(word, other) < NEAR) return null;
  const a = clusters(word), b = clusters(other), best = common(a, b), parts = [];
  for (let i = 0, j = 0; i < a.length; i++) {
    while (j < b.length && a[i] !== b[j] && best[i][j + 1] > best[i + 1][j]) j++;
    const same = j < b.length && a[i] === b[j];
    if (same) j++;
    if (parts.length && parts.at(-1).same === same) parts.at(-1).text += a[i];
    else parts.push({ same, text: a[i] });
  }
  return parts;
}

// Mark what was looked for, across the elements that the words of a text are.
function highlight(parent, pattern) {
  const nodes = [], walker = document.createTreeWalker(parent, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.unshift([node, text.length]);
    text += node.data;
  }
  for (const found of Array.from(text.matchAll(pattern)).slice(0, MOST_HITS).reverse()) {
    for (const [node, start] of nodes) {
      const from = Math.max(found.index - start, 0), end = Math.min(found.index + found[0].length - start, node.data.length);
      if (from >= end) continue;
      const part = node.splitText(from);
      part.splitText(end - from);
      part.replaceWith(make("mark", {}, part.data));
    }
  }
}

class Card {
  constructor(segments, row, shown, pattern = null) {
    this.segments = segments;
    this.row = row;
    this.shown = shown; // the systems whose outputs are shown
    this.number = segments.first + row + 1;
    this.texts = {}; // column to its words, their places and the elements they are shown as
    this.links = [];
    for (const column of segments.columns) if (column !== "source") this.read(column);
    segments.systems.forEach((_, system) => this.link(system));
    this.element = this.draw();
    if (pattern) for (const text of this.element.querySelectorAll(".text > p:not(.summary)")) highlight(text, pattern);
  }

  read(column) {
    const text = this.segments.text(column, this.row);
    if (text === null) return;
    const characters = /[\ud800-\udfff]/u.test(text) || /\p{Cs}|[\u{10000}-\u{10ffff}]/u.test(text) ? Array.from(text) : text;
    const part = (start, end) => (typeof characters === "string" ? text.slice(start, end) : characters.slice(start, end).join(""));
    const cuts = this.segments.cut(column, this.row);
    this.texts[column] = { text, part, cuts, words: cuts.map(([start, end]) => part(start, end)), spans: [], length: characters.length };
  }

  columns(system) {
    return ["s:" + this.segments.systems[system], "r:" + this.segments.reference(system, this.row)];
  }

  letters(system) {
    return this.segments.letters(system, this.row);
  }

  link(system) {
    const [output, reference] = this.columns(system).map((column) => this.texts[column].words);
    const letters = this.letters(system);
    this.links.push(linked(letters.output, letters.reference, { output, reference }));
  }

  draw() {
    const heading = make("h3", { id: `head-${this.number}` }, make("a", { href: `#seg-${this.number}` }, `Segment ${this.number}`));
    const about = this.about();
    if (about) heading.append(" ", put(make("small", { dir: "auto" }), about));
    const made = make("article", { class: "segment", id: `seg-${this.number}`, tabindex: "-1", "aria-labelledby": heading.id }, heading);
    if ("source" in this.segments.column) made.append(this.plain("Source", this.segments.text("source", this.row), "source"));
    for (const name of this.segments.references) made.append(this.texts["r:" + name] ? this.reference(name) : this.absent(name));
    const grid = make("div", { class: "outputs" });
    for (const system of this.segments.ranked) if (this.shown.has(system)) grid.append(this.output(system));
    made.append(grid);
    made.card = this;
    return made;
  }

  about() {
    const found = this.segments.features.find((feature) => feature.name === "document");
    return found ? found.buckets[found.of[0][this.row]] : "";
  }

  plain(name, text, kind) {
    const shown = make("p", { dir: "auto" });
    this.fill(shown, { text, length: text.length, part: (start, end) => text.slice(start, end), cuts: [], spans: [] }, () => null);
    return make("div", { class: "text " + kind }, make("div", { class: "name" }, name), shown);
  }

  reference(name) {
    const column = "r:" + name, several = this.segments.references.length > 1;
    const missed = this.missed(column), all = this.segments.systems.length;
    const words = this.words(column, `Reference${several ? " " + name : ""}, segment ${this.number}`);
    this.fill(words, this.texts[column], (place) =>
      missed[place] ? { kind: missed[place] === all ? "lost-all" : "lost", parts: null } : null,
    );
    const label = put(make("div", { class: "name" }), several ? `Reference ${name}${this.comparedWith(column)}` : "Reference");
    return make("div", { class: "text reference" }, label, words);
  }

  // Which outputs one of several references is compared with.
  comparedWith(column) {
    const { systems, ranked } = this.segments, held = ranked.filter((system) => this.columns(system)[1] === column);
    if (!held.length) return "";
    return ` · compared with ${held.length === systems.length ? "all outputs" : held.map((system) => systems[system]).join(", ")}`;
  }

  absent(name) {
    return make("div", { class: "text" }, put(make("div", { class: "name" }), `Reference ${name}: none for this segment`));
  }

  // How many systems have a word of a reference wrong.
  missed(column) {
    const counts = Array(this.texts[column].words.length).fill(0);
    this.segments.systems.forEach((_, system) => {
      if (this.columns(system)[1] !== column) return;
      const letters = this.letters(system).reference;
      for (let place = 0; place < counts.length; place++) counts[place] += classOf(letters, place) > 0;
    });
    return counts;
  }

  words(column, label) {
    const made = make("p", { class: "words", dir: "auto", tabindex: "0", role: "group", "aria-label": label });
    made.card = this;
    made.column = column;
    made.place = -1;
    return made;
  }

  output(system) {
    const [column, other] = this.columns(system), name = this.segments.systems[system];
    const { output } = this.letters(system), link = this.links[system];
    const words = this.words(column, `${name}, segment ${this.number}`);
    this.fill(words, this.texts[column], (place) => {
      const number = classOf(output, place), across = link.moved.get(place) ?? link.there[place];
      if (!number) return markOf(output, place) === MATCH && this.alone(system, across) ? { kind: "alone" } : null;
      const near = across >= 0 && number !== REORDERED ? nearly(this.texts[column].words[place], this.texts[other].words[across]) : null;
      return { kind: this.segments.classes[number], parts: near };
    });
    const head = make("div", { class: "name" }, put(make("bdi", { class: "system" }, this.dot(system)), name), this.scores(system));
    return make("div", { class: "text output" }, head, words, this.summary(system));
  }

  // Whether a system is the only one that has a reference word in its place.
  alone(system, place) {
    const { systems } = this.segments;
    if (systems.length < 2) return false;
    const column = this.columns(system)[1];
    return systems.every((_, other) => {
      if (other === system) return true;
      return this.columns(other)[1] === column && classOf(this.letters(other).reference, place) > 0;
    });
  }

  scores(system) {
    const made = make("span", { class: "scores" });
    this.segments.metrics.forEach((metric, place) => {
      const value = this.segments.score(place, system, this.row);
      made.append(make("span", { class: this.best(place, value) ? "best" : null }, metric.label + " ", make("b", {}, this.segments.written(place, value))));
    });
    return made;
  }

  // Whether a score is the best that any system has on this segment, as scores are written; not where all are alike.
  best(metric, value) {
    const { segments, row } = this, all = segments.systems.map((_, system) => segments.score(metric, system, row)).filter(Number.isFinite);
    const top = segments.metrics[metric].higher ? Math.max(...all) : Math.min(...all);
    return value === top && all.some((other) => other !== top);
  }

  dot(system) {
    const [colour, form] = this.segments.looks[system];
    const svg = drawn("svg", { viewBox: "-6 -6 12 12", class: "dot", "aria-hidden": "true" });
    svg.append(drawn("path", { d: form, fill: colour }));
    return svg;
  }

  summary(system) {
    const letters = this.letters(system), counts = [], lost = [];
    const reference = this.texts[this.columns(system)[1]];
    this.segments.classes.forEach((name, number) => {
      const count = number ? this.segments.errors(number, system, this.row) : 0;
      if (count) counts.push(`${count} ${name}`);
    });
    for (let place = 0; place < letters.reference.length && lost.length < 40; place++) {
      if (this.segments.classes[classOf(letters.reference, place)] === "missing") lost.push(reference.words[place]);
    }
    const made = make("p", { class: "summary" }, counts.join(" · ") || this.faultless(letters));
    if (lost.length) made.append(make("br"), "missing: ", put(make("span", { dir: "auto", class: "gone" }), lost.join(" ")));
    return made;
  }

  // A word may differ from the reference and be in no class: one too many of a word that is there.
  faultless(letters) {
    const same = (side) => Array.from(side).every((_, place) => markOf(side, place) === MATCH);
    return same(letters.output) && same(letters.reference) ? "no error found" : "differs from the reference, in no error class";
  }

  // Fill a paragraph with the words of a text; a very long text is cut, and the rest is shown when asked for.
  fill(parent, text, kindOf) {
    let position = 0;
    const end = Math.min(text.length, LONGEST_TEXT);
    text.cuts.forEach(([start, stop], place) => {
      if (start === stop || stop > end) return;
      if (start > position) put(parent, text.part(position, start));
      const kind = kindOf(place), word = make("span", { class: "w" + (kind ? " " + kind.kind : "") });
      if (kind?.parts) for (const one of kind.parts) put(one.same ? word : word.appendChild(make("b")), one.text);
      else put(word, text.part(start, stop));
      word.place = place;
      text.spans[place] = word;
      parent.append(word);
      position = stop;
    });
    put(parent, text.part(position, end));
    if (end < text.length) this.fold(parent, text, end);
  }

  fold(parent, text, end) {
    const more = make("button", { type: "button", class: "more" }, `… ${(text.length - end).toLocaleString("en")} more characters`);
    more.addEventListener("click", () => {
      more.remove();
      put(parent, text.part(end, text.length));
    });
    parent.append(more);
  }

  // All words across from one: of the reference for an output, of every output for the reference.
  across(column, place) {
    const found = [];
    this.segments.systems.forEach((_, system) => {
      const [output, reference] = this.columns(system), link = this.links[system];
      if (!this.shown.has(system)) return;
      if (column === output) {
        const other = link.moved.get(place) ?? link.there[place];
        if (other >= 0) found.push([reference, other]);
      } else if (column === reference) {
        const moved = [...link.moved].find(([, other]) => other === place);
        const other = moved ? moved[0] : link.back[place];
        if (other >= 0) found.push([output, other]);
      }
    });
    return found;
  }

  describe(column, place) {
    const { systems, classes } = this.segments, word = this.texts[column].words[place];
    const others = this.across(column, place).map(([other, at]) => `${other.slice(2)}: ${this.texts[other].words[at]}`);
    const system = systems.indexOf(column.slice(2));
    const number = column.startsWith("s:") ? classOf(this.letters(system).output, place) : 0;
    return [word, number ? classes[number] : "", others.length ? "aligned with " + others.join(", ") : "aligned with nothing"].filter(Boolean).join("; ");
  }
}
