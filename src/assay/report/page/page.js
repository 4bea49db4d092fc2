"use strict";
// Everything shown is made of elements and text nodes: no segment is ever read as markup.
const LONGEST_TEXT = 4000; // characters of a text that are shown with marked words
const LONGEST_NEAR = 60; // characters of a word that are compared one by one
const NEAR = 0.6; // the share of characters from which two words are near
const MATCH = 0, INSERTION = 2, DELETION = 3; // marks of words
const INFLECTED = 1, REORDERED = 2; // classes
const MOST_MOVED = 60; // words of a segment that are looked for elsewhere
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;
const byId = (id) => document.getElementById(id);

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

// Characters that cannot be seen, or that turn the direction of what follows, are shown by their numbers.
function put(parent, text) {
  let position = 0;
  for (const found of text.matchAll(HIDDEN)) {
    parent.append(text.slice(position, found.index));
    const number = found[0].codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    parent.append(make("span", { class: "control" }, "U+" + number));
    position = found.index + found[0].length;
  }
  parent.append(text.slice(position));
  return parent;
}

async function unpack(text) {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let place = 0; place < bytes.length; place++) bytes[place] = letters.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// ---- what is known of segments -------------------------------------------------------------------

class Segments {
  constructor(data) {
    Object.assign(this, data);
    this.column = Object.fromEntries(this.columns.map((name, place) => [name, place]));
    this.count = this.texts.length / this.columns.length;
    this.rows = Array.from({ length: this.count }, (_, row) => row);
    this.lowered = [];
  }

  score(metric, system, row) {
    const value = this.scores[metric].of[system][row];
    return value === null ? NaN : value / this.scores[metric].scale;
  }

  written(metric, value) {
    return Number.isNaN(value) ? "–" : value.toFixed(this.scores[metric].scale === 10 ? 1 : 3);
  }

  // Missing words are counted in the reference, all others in the output.
  errors(number, system, row) {
    const letters = this.letters(system, row)[this.classes[number] === "missing" ? "reference" : "output"];
    let count = 0;
    for (let place = 0; place < letters.length; place++) count += classOf(letters, place) === number;
    return count;
  }

  text(column, row) {
    return this.texts[row * this.columns.length + this.column[column]];
  }

  // A letter for every word of an output, and of the reference it is held against: mark and class.
  letters(system, row) {
    const place = 2 * (row * this.systems.length + system);
    return { output: this.marks[place], reference: this.marks[place + 1] };
  }

  reference(system, row) {
    return this.references[this.chosen === null ? 0 : this.chosen[system][row]];
  }

  // Where the words of a text begin and end, in characters; a word that is not in the text has an empty place.
  cut(column, row) {
    const hidden = "source" in this.column ? 1 : 0; // words of the source are not known
    const code = this.cuts[row * (this.columns.length - hidden) + this.column[column] - hidden], found = [];
    let position = 0;
    for (let place = 0; place < code.length; place++) {
      let left = 0, length = 0;
      if (code[place] === "~") {
        const end = code.indexOf(";", place);
        [left, length] = code.slice(place + 1, end).split(",").map(Number);
        place = end;
      } else {
        const letter = code.charCodeAt(place);
        const number = letter - 35 - (letter > 92 ? 1 : 0);
        [left, length] = [number % 2, number >> 1];
      }
      if (length) position += left;
      found.push([position, position + length]);
      position += length;
    }
    return found;
  }

  searched(row) {
    if (this.lowered[row] === undefined) {
      const texts = this.columns.map((column) => this.text(column, row) ?? "");
      this.lowered[row] = texts.join("\n").normalize("NFC").toLowerCase();
    }
    return this.lowered[row];
  }
}

const classOf = (letters, place) => (letters.charCodeAt(place) - 97) % 6;
const markOf = (letters, place) => Math.floor((letters.charCodeAt(place) - 97) / 6);

// Which words stand across from each other on the edit path; words out of order go to their own copies.
function linked(output, reference, words) {
  const there = Array(output.length).fill(-1), back = Array(reference.length).fill(-1);
  for (let i = 0, j = 0; i < output.length && j < reference.length; ) {
    if (markOf(output, i) === INSERTION) i++;
    else if (markOf(reference, j) === DELETION) j++;
    else {
      there[i] = j;
      back[j++] = i++;
    }
  }
  return { there, back, moved: movedTo(output, reference, words) };
}

// A word out of order goes to the same word of the reference, a wrong form to the nearest form there.
function movedTo(output, reference, words) {
  const moved = new Map(), places = (letters, number) => Array.from(letters, (_, place) => place).filter((place) => classOf(letters, place) === number);
  for (const number of [INFLECTED, REORDERED]) {
    let free = places(reference, number).slice(0, MOST_MOVED);
    for (const place of places(output, number).slice(0, MOST_MOVED)) {
      const alike = (other) => (number === REORDERED ? words.reference[other] === words.output[place] : likeness(words.output[place], words.reference[other]));
      const best = free.reduce((found, other) => (alike(other) > (found < 0 ? 0 : alike(found)) ? other : found), -1);
      if (best >= 0) moved.set(place, best);
      free = free.filter((other) => other !== best);
    }
  }
  return moved;
}

// ---- filter and sort -----------------------------------------------------------------------------

function matcher(query) {
  const pattern = /^\/(.+)\/$/u.exec(query);
  if (pattern) {
    try {
      const expression = new RegExp(pattern[1], "imu");
      return (text) => expression.test(text);
    } catch {
      return null;
    }
  }
  const words = query.normalize("NFC").toLowerCase();
  return (text) => text.includes(words);
}

function inBucket(segments, value, systems, row) {
  const [kind, feature, bucket] = value.split(":");
  if (kind === "w") return (segments.words[feature].of[row] >> Number(bucket)) & 1;
  const columns = segments.features[feature].of;
  const asked = columns.length === 1 ? [0] : systems;
  return asked.some((system) => columns[system][row] === Number(bucket));
}

function filtered(segments, asked) {
  const systems = asked.system === "" ? segments.systems.map((_, place) => place) : [Number(asked.system)];
  const matches = asked.query ? matcher(asked.query) : () => true;
  if (matches === null) return null;
  return segments.rows.filter(
    (row) =>
      (asked.class === "" || systems.some((system) => segments.errors(Number(asked.class), system, row))) &&
      (asked.bucket === "" || inBucket(segments, asked.bucket, systems, row)) &&
      (!asked.query || matches(segments.searched(row))),
  );
}

function over(values, of) {
  if (of === "mean") return values.reduce((sum, value) => sum + value, 0) / values.length;
  if (of === "spread") return Math.max(...values) - Math.min(...values);
  const [first, second] = of.split("-").map(Number);
  return second === undefined ? values[first] : values[first] - values[second];
}

function deviation(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
}

// By how much two metrics disagree about two systems: the smaller of the two differences, in standard deviations.
function disagreement(segments, metrics, of) {
  const pair = of.includes("-") ? of.split("-").map(Number) : segments.pair;
  const apart = metrics.map((metric) => segments.rows.map((row) => difference(segments, metric, pair, row)));
  const scale = apart.map(deviation);
  return (row) => {
    const [first, second] = apart.map((values, place) => values[row] / scale[place]);
    return first * second < 0 ? Math.min(Math.abs(first), Math.abs(second)) : 0;
  };
}

// How much better the first system of a pair is on a segment: positive is better for every metric.
function difference(segments, metric, pair, row) {
  const apart = segments.score(metric, pair[0], row) - segments.score(metric, pair[1], row);
  return segments.metrics[metric].higher ? apart : -apart;
}

function sortKey(segments, sort, of) {
  const [kind, first, second] = sort.split(":");
  if (kind === "conflict") return disagreement(segments, [Number(first), Number(second)], of);
  const value = kind === "metric" ? "score" : "errors";
  return (row) => over(segments.systems.map((_, system) => segments[value](Number(first), system, row)), of);
}

function sorted(segments, rows, asked) {
  if (asked.sort === "") return asked.order === "up" ? rows : rows.toReversed();
  const sign = asked.order === "up" ? 1 : -1, key = sortKey(segments, asked.sort, asked.of);
  const keys = new Map(rows.map((row) => [row, key(row)]));
  const rank = (row) => (Number.isNaN(keys.get(row)) ? Infinity : sign * keys.get(row));
  return rows.toSorted((a, b) => (rank(a) === rank(b) ? a - b : rank(a) - rank(b)));
}

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

class Card {
  constructor(segments, row) {
    this.segments = segments;
    this.row = row;
    this.number = segments.first + row + 1;
    this.texts = {}; // column to its words, their places and the elements they are shown as
    this.links = [];
    for (const column of segments.columns) if (column !== "source") this.read(column);
    segments.systems.forEach((_, system) => this.link(system));
    this.element = this.draw();
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
    for (const name of this.segments.references) {
      if (this.texts["r:" + name]) made.append(this.reference(name));
    }
    const grid = make("div", { class: "outputs" });
    this.segments.systems.forEach((_, system) => grid.append(this.output(system)));
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
    const label = put(make("div", { class: "name" }), several ? `Reference ${name}` : "Reference");
    return make("div", { class: "text reference" }, label, words);
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
    const head = make("div", { class: "name" }, put(make("bdi", { class: "system" }), name), this.scores(system));
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
      made.append(make("span", {}, metric.label + " ", make("b", {}, this.segments.written(place, value))));
    });
    return made;
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
    const made = make("p", { class: "summary" }, counts.join(" · ") || "no error found");
    if (lost.length) made.append(make("br"), "missing: ", put(make("span", { dir: "auto", class: "gone" }), lost.join(" ")));
    return made;
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

// ---- the browser ---------------------------------------------------------------------------------

class Browser {
  constructor(segments) {
    this.segments = segments;
    this.form = byId("find");
    this.list = byId("list");
    this.rows = segments.rows;
    this.page = 0;
    this.current = -1; // the place of the segment in use among those on the page
    this.options();
    this.listen();
    this.legend();
    this.update();
    this.follow();
  }

  options() {
    const { systems, metrics, classes, features, words } = this.segments;
    const fill = (id, ...items) => byId(id).append(...items.map(([value, text]) => new Option(text, value)));
    const group = (id, label, items) => {
      const made = make("optgroup", { label });
      made.append(...items.map(([value, text]) => new Option(text, value)));
      byId(id).append(made);
    };
    fill("class", ["", "any"], ...classes.map((name, number) => [number, name]).slice(1));
    fill("system", ["", "any"], ...systems.map((name, place) => [place, name]));
    fill("bucket", ["", "any"]);
    features.forEach((one, place) => group("bucket", one.name, one.buckets.map((name, number) => [`s:${place}:${number}`, name])));
    words.forEach((one, place) => group("bucket", "has words by " + one.name, one.buckets.map((name, number) => [`w:${place}:${number}`, name])));
    fill("sort", ["", "segment number"]);
    group("sort", "score", metrics.map((metric, place) => [`metric:${place}`, metric.label]));
    group("sort", "errors", classes.map((name, number) => [`class:${number}`, name]).slice(1));
    const pairs = metrics.flatMap((one, a) => metrics.slice(a + 1).map((other, b) => [`conflict:${a}:${a + 1 + b}`, `${one.label} against ${other.label}`]));
    if (pairs.length && systems.length > 1) group("sort", "metrics that disagree", pairs);
    if (systems.length > 1) {
      const apart = systems.flatMap((a, i) => systems.flatMap((b, j) => (i === j ? [] : [[`${i}-${j}`, `${a} − ${b}`]])));
      group("of", "difference", apart);
      fill("of", ["spread", "spread of systems"], ["mean", "mean of systems"]);
    }
    group("of", "system", systems.map((name, place) => [place, name]));
    if (systems.length > 1) byId("of").value = this.segments.pair.join("-");
    byId("order").value = "up";
  }

  listen() {
    byId("query").addEventListener("input", () => {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.update(), 120);
    });
    for (const id of ["class", "bucket", "system", "sort", "of", "order"]) {
      byId(id).addEventListener("change", () => {
        if (id === "sort") byId("order").value = byId("sort").value ? "down" : "up";
        this.update();
      });
    }
    byId("size").addEventListener("change", () => this.show(0));
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("reset", (event) => {
      event.preventDefault();
      this.reset();
    });
    for (const id of ["back", "back2"]) byId(id).addEventListener("click", () => this.turn(-1));
    for (const id of ["on", "on2"]) byId(id).addEventListener("click", () => this.turn(1));
    window.addEventListener("hashchange", () => this.follow());
    document.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("mouseover", (event) => this.hover(event));
    this.list.addEventListener("mouseleave", () => this.light(null));
    this.list.addEventListener("focusin", (event) => this.focused(event));
    this.list.addEventListener("focusout", () => this.light(null));
  }

  reset() {
    for (const id of ["query", "class", "bucket", "system", "sort"]) byId(id).value = "";
    byId("order").value = "up";
    if (this.segments.systems.length > 1) byId("of").value = this.segments.pair.join("-");
    this.update();
  }

  asked() {
    const names = ["query", "class", "bucket", "system", "sort", "of", "order"];
    return Object.fromEntries(names.map((name) => [name, byId(name).value]));
  }

  update() {
    clearTimeout(this.waiting);
    const asked = this.asked(), found = filtered(this.segments, asked);
    byId("query").setAttribute("aria-invalid", String(found === null));
    byId("of").disabled = asked.sort === "";
    this.rows = found === null ? [] : sorted(this.segments, found, asked);
    this.show(0);
  }

  get size() {
    return Number(byId("size").value);
  }

  get pages() {
    return Math.max(1, Math.ceil(this.rows.length / this.size));
  }

  show(page) {
    this.page = page;
    this.current = -1;
    const rows = this.rows.slice(page * this.size, (page + 1) * this.size);
    this.list.replaceChildren(...rows.map((row) => new Card(this.segments, row).element));
    for (const id of ["back", "back2"]) byId(id).disabled = page === 0;
    for (const id of ["on", "on2"]) byId(id).disabled = page >= this.pages - 1;
    const number = (value) => value.toLocaleString("en");
    const of = `${number(this.rows.length)} of ${number(this.segments.count)} segments`;
    byId("count").textContent = rows.length ? `${of}; page ${number(page + 1)} of ${number(this.pages)}` : `No segment matches; 0 of ${number(this.segments.count)}`;
  }

  turn(step) {
    const page = this.page + step;
    if (page < 0 || page >= this.pages) return false;
    this.show(page);
    byId("segments").scrollIntoView();
    return true;
  }

  cards() {
    return Array.from(this.list.children);
  }

  select(place) {
    this.cards()[this.current]?.classList.remove("current");
    this.current = place;
    const card = this.cards()[place];
    if (!card) return;
    card.classList.add("current");
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: "nearest" });
    history.replaceState(null, "", "#" + card.id);
  }

  move(step) {
    const next = this.current + step;
    if (next >= 0 && next < this.cards().length) this.select(next);
    else if (this.turn(step)) this.select(step > 0 ? 0 : this.cards().length - 1);
  }

  // A permalink shows its segment, whatever was filtered; one of another part of the set opens that page.
  follow() {
    const found = /^#seg-(\d+)$/u.exec(location.hash);
    if (!found) return;
    const number = Number(found[1]), row = number - 1 - this.segments.first;
    if (number < 1 || number > this.segments.total) return;
    if (row < 0 || row >= this.segments.count) {
      location.href = this.segments.pages[Math.floor((number - 1) / this.segments.size)] + location.hash;
      return;
    }
    if (!this.rows.includes(row)) this.reset();
    const place = this.rows.indexOf(row), page = Math.floor(place / this.size);
    if (page !== this.page) this.show(page);
    this.select(place - page * this.size);
    this.cards()[this.current].scrollIntoView({ block: "start" });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target.id === "query" && event.key === "Escape") {
      target.blur();
      return;
    }
    if (/^(INPUT|SELECT|TEXTAREA)$/u.test(target.tagName)) return;
    const inside = this.list.contains(target);
    const keys = { j: () => this.move(1), k: () => this.move(-1), n: () => this.turn(1), p: () => this.turn(-1), "/": () => byId("query").focus() };
    if (inside) Object.assign(keys, { ArrowDown: keys.j, ArrowUp: keys.k });
    if (target.classList?.contains("words")) {
      const forward = getComputedStyle(target).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
      Object.assign(keys, { ArrowLeft: () => this.walk(target, forward === "ArrowLeft" ? 1 : -1), ArrowRight: () => this.walk(target, forward === "ArrowRight" ? 1 : -1) });
    }
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  walk(paragraph, step) {
    const spans = paragraph.card.texts[paragraph.column].spans;
    let place = paragraph.place + step;
    while (place >= 0 && place < spans.length && !spans[place]) place += step;
    if (place < 0 || place >= spans.length) return;
    paragraph.place = place;
    this.light(paragraph, place);
    byId("said").textContent = paragraph.card.describe(paragraph.column, place);
  }

  hover(event) {
    const word = event.target.closest(".w"), paragraph = word?.closest(".words");
    this.light(paragraph ?? null, word?.place);
  }

  focused(event) {
    const article = event.target.closest(".segment"), place = this.cards().indexOf(article);
    if (place !== this.current && place >= 0) {
      this.cards()[this.current]?.classList.remove("current");
      article.classList.add("current");
      this.current = place;
    }
    if (event.target.classList.contains("words") && event.target.place >= 0) this.light(event.target, event.target.place);
  }

  light(paragraph, place) {
    for (const word of this.list.querySelectorAll(".lit, .linked")) word.classList.remove("lit", "linked");
    if (!paragraph) return;
    const card = paragraph.card;
    card.texts[paragraph.column].spans[place]?.classList.add("lit");
    for (const [column, other] of card.across(paragraph.column, place)) card.texts[column].spans[other]?.classList.add("linked");
  }

  legend() {
    const { classes, systems } = this.segments;
    const items = classes.slice(1).filter((name) => name !== "missing").map((name) => make("span", { class: "w " + name }, name));
    if (systems.length > 1) items.push(make("span", { class: "w alone" }, "right in this output only"));
    items.push(make("span", { class: "w lost" }, "wrong in some outputs"));
    if (systems.length > 1) items.push(make("span", { class: "w lost-all" }, "wrong in all"));
    const near = make("span", { class: "w inflection" }, "near", make("b", {}, "ly"));
    byId("legend").append(...items, make("span", {}, near, " the letters that differ"));
  }
}

// ---- the scatter of segments ---------------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";

function drawn(tag, attributes, text = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text) made.textContent = text;
  return made;
}

class Scatter {
  constructor(segments, browser) {
    Object.assign(this, { segments, browser, width: 560, height: 400, edge: 40 });
    const { metrics, systems } = segments;
    for (const id of ["scatter-x", "scatter-y"]) byId(id).append(...metrics.map((metric, place) => new Option(metric.label, place)));
    byId("scatter-y").value = "1";
    const pairs = systems.flatMap((a, i) => systems.slice(i + 1).map((b, j) => [`${a} − ${b}`, `${i}-${i + 1 + j}`]));
    byId("scatter-pair").append(...pairs.map(([text, value]) => new Option(text, value)));
    byId("scatter-pair").value = segments.pair.toSorted((a, b) => a - b).join("-");
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
    this.words = (row) => `Segment ${this.segments.first + row + 1}: ` + metrics.map((metric, place) => `${this.segments.metrics[metric].label} ${values[place][row] >= 0 ? "+" : "−"}${Math.abs(values[place][row]).toFixed(1)}`).join(", ");
    const labels = metrics.map((metric) => this.segments.metrics[metric].label), names = pair.map((place) => this.segments.systems[place]), short = names.map((name) => (name.length > 18 ? name.slice(0, 17) + "…" : name));
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
      drawn("text", { x: width - edge, y: height - 14, "text-anchor": "end" }, `${labels[0]}: better for ${names[0]} →`),
      drawn("text", { x: edge, y: height - 14 }, `← better for ${names[1]}`),
      drawn("text", { x: x + 8, y: 22 }, `↑ ${labels[1]}: better for ${names[0]}`),
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
      const found = Array.from(table.tBodies[0].rows, (row) => interval(row.cells[column])).filter(Boolean);
      if (found.length < 2) continue;
      const numbers = found.flatMap((one) => [one.low, one.high]), low = Math.min(...numbers), high = Math.max(...numbers);
      if (high > low) for (const one of found) one.cell.append(picture(one, low, high));
    }
  }
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
      await navigator.clipboard.writeText(rows.join("\n") + "\n");
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    region.before(button);
  }
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

async function start() {
  if (typeof DecompressionStream === "undefined") {
    byId("count").textContent = "This browser is too old to show segments; tables and figures are above.";
    return;
  }
  linkSegments();
  drawIntervals();
  copyButtons();
  const open = unfold();
  const segments = new Segments(await unpack(byId("data").textContent));
  const browser = new Browser(segments);
  if (byId("scatter-frame")) new Scatter(segments, browser);
  if (!/^#seg-/u.test(location.hash)) open();
  performance.mark("ready");
  document.documentElement.dataset.ready = "yes";
}

start();
