// Errors marked in a text, by mouse or by keyboard, on the side of the output or of the source.

import { announce, button, make, pressed, say, unique } from "./elements.js";
import { MarkingPanel, severityText } from "./marking.js";
import { Paint } from "./paint.js";
import { boundaries, codePoint, snapped, unitPlace, wordsOf } from "./text.js";

const RESTS = 700; // milliseconds

/** A text with a word cursor. */
class Side {
  constructor(side, shown, label, field) {
    Object.assign(this, { side, text: shown.text, field, cursor: 0 });
    this.words = wordsOf(shown.text, shown.lang);
    this.edges = boundaries(shown.text, shown.lang);
    this.paragraph = make("p", { class: "big", id: unique("text"), lang: shown.lang, dir: shown.dir }, shown.text);
    this.element = make("div", {
      class: `markable ${side}`, tabindex: "0", role: "application", "aria-label": label, "aria-describedby": this.paragraph.id, "aria-roledescription": say("spans.role"),
      onkeydown: (event) => field.key(this, event), onclick: (event) => field.click(this, event),
      onpointerdown: (event) => this.#press(event), onfocus: () => field.draw(), onblur: () => field.draw(),
    }, this.paragraph);
    this.paint = new Paint(this.element, this.paragraph);
  }

  #press(event) {
    if (event.button !== 0) return;
    this.dragged = false;
    document.addEventListener("pointerup", () => this.#release(), { once: true });
    if (event.pointerType === "touch") this.#watch();
  }

  /** The handles of a selection made by finger send no pointer events: what rests for a moment is taken. */
  #watch() {
    this.watched?.abort();
    this.watched = new AbortController();
    document.addEventListener("selectionchange", () => {
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.#release(), RESTS);
    }, { signal: this.watched.signal });
  }

  /** What was dragged over becomes the selection. */
  #release() {
    const selection = getSelection();
    if (selection.isCollapsed || !selection.rangeCount) return;
    const range = selection.getRangeAt(0);
    if (!range.intersectsNode(this.paint.node)) return;
    const start = range.startContainer === this.paint.node ? range.startOffset : 0;
    const end = range.endContainer === this.paint.node ? range.endOffset : this.text.length;
    const span = snapped(this.text, this.edges, start, end);
    this.watched?.abort();
    selection.removeAllRanges();
    this.dragged = true;
    if (span) this.field.select(this, span.start, span.end);
  }

  showCursor() { this.paint.layer.querySelector(".cursor")?.scrollIntoView({ block: "nearest" }); }

  get rightToLeft() { return getComputedStyle(this.paragraph).direction === "rtl"; }

  /** The word on the next line, above or below, that is nearest. */
  lineStep(direction) {
    const box = (word) => this.paint.boxes(word.start, word.end)[0];
    const here = box(this.words[this.cursor]);
    const middle = here.left + here.width / 2;
    let best = this.cursor, least = Infinity;
    this.words.forEach((word, at) => {
      const there = box(word);
      const rise = (there.top - here.top) * direction;
      if (rise < here.height / 2 || rise > here.height * 2.5) return;
      const distance = Math.abs(there.left + there.width / 2 - middle) + rise;
      if (distance < least) [best, least] = [at, distance];
    });
    return best;
  }
}

export class SpanField {
  constructor(field, place, { output, source, proposed = [] }) {
    Object.assign(this, { field: field.name, kind: "spans", unit: place.unit, required: field.required, place, errors: [], pending: null });
    this.question = place.words(field.question);
    this.label = place.name ? `${place.name}: ${this.question}` : this.question;
    this.severities = field.severities;
    const told = !field.proposed ? "" : proposed.length ? say("spans.proposals", { count: proposed.length }) : say("spans.proposals.none");
    this.target = new Side("target", output, [`${place.name || say("text.output")}. ${say("spans.keys")}`, told].filter(Boolean).join(" "), this);
    this.source = source && field.sides.includes("source") ? new Side("source", source, `${say("text.source")}. ${say("spans.keys")}`, this) : null;
    this.panel = new MarkingPanel(field, place.words, { done: (error) => this.commit(error), cancel: () => this.cancel() });
    this.missingButton = field.sides.includes("missing")
      ? button(say("spans.missing"), () => this.selectMissing(), { class: "token", "aria-label": say("spans.missing.long") }) : null;
    if (this.missingButton) this.target.element.after(this.missingButton);
    this.wrong = make("p", { class: "wrong", hidden: true });
    this.list = make("ol", { class: "errors", "aria-label": say("spans.list"), hidden: true });
    this.none = make("p", { class: "hint" }, say("spans.none"));
    this.element = make("div", { class: "field spans", "data-field": field.name, "data-unit": place.unit, id: unique("spans"), role: "group", "aria-label": this.label },
      make("p", { class: "question" }, this.question), told ? make("p", { class: "hint proposals" }, told) : null, this.panel.element, this.none, this.list, this.wrong);
    this.focused = this.target;
    this.proposals = this.#placed(proposed);
    this.fill(proposed);
  }

  /** What stands in the place of the output: its text, and the token for what is missing. */
  text() { return [this.target.element, this.missingButton].filter(Boolean); }

  // --- selecting ---

  select(side, start, end, extra = {}) {
    this.pending = { side, start, end, ...extra };
    this.focused = side;
    this.#open();
  }

  selectMissing(extra = {}) {
    this.pending = { side: null, start: -1, end: -1, ...extra };
    this.#open();
    this.panel.focus();
  }

  #open() {
    const { side, edited } = this.pending;
    const error = edited === undefined ? {} : this.errors[edited];
    this.panel.open({ text: this.#quote(this.pending), lang: side?.paragraph.lang }, { ...error, side: side?.side ?? "missing", edited: edited !== undefined });
    this.none.hidden = true;
    this.draw();
    const place = side?.paint.boxes(this.pending.start, this.pending.end).at(-1);
    if (place) this.panel.stand(place);
    else this.panel.element.scrollIntoView({ block: "nearest" });
  }

  #quote({ side, start, end }) { return side ? side.text.slice(start, end) : say("spans.missing"); }

  cancel() {
    this.#drop();
    this.#listed();
    this.draw();
    this.#return();
  }

  #drop() {
    this.pending = null;
    this.panel.close();
    this.say("");
    this.place.changed(this);
  }

  /** Whether something is selected or written in the panel that is in no error yet. */
  get unfinished() {
    if (!this.pending) return false;
    const { start, end, edited } = this.pending;
    const error = this.errors[edited];
    return !error || error.from !== start || error.to !== end || error.note !== this.panel.note.value.trim();
  }

  /** Go back to the word that the cursor is on; a long text is not scrolled to its beginning. */
  #return() {
    this.focused.element.focus({ preventScroll: true });
    this.focused.showCursor();
  }

  /** A click chooses a word, the next one extends to another; a click on an error opens it. */
  click(side, event) {
    if (side.dragged) return;
    const word = side.paint.wordAt(side.words, event.clientX, event.clientY);
    if (!word) return;
    side.cursor = side.words.indexOf(word);
    const { pending } = this;
    const again = pending && pending.side === side && (pending.edited === undefined || event.shiftKey);
    const at = this.#errorAt(side, word.start);
    if (again && (word.start < pending.start || word.end > pending.end))
      this.select(side, Math.min(word.start, pending.start), Math.max(word.end, pending.end), { edited: pending.edited });
    else if (at >= 0) this.edit(at);
    else this.select(side, word.start, word.end);
  }

  #errorAt(side, place) { return this.errors.findIndex((error) => error.side === side.side && error.from <= place && place < error.to); }

  // --- keys ---

  key(side, event) {
    if (event.ctrlKey || event.metaKey || !side.words.length) return;
    const forward = side.rightToLeft ? "ArrowLeft" : "ArrowRight";
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const sense = step && (event.key === forward ? 1 : -1);
    const handled = (step && (event.altKey ? event.shiftKey && this.#nudge(side, sense) : this.#move(side, side.cursor + sense, event.shiftKey)))
      || this.#lineKey(side, event) || (!event.altKey && this.#command(side, event));
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #lineKey(side, event) {
    const to = { ArrowUp: () => side.lineStep(-1), ArrowDown: () => side.lineStep(1), Home: () => 0, End: () => side.words.length - 1 }[event.key];
    return to ? this.#move(side, to(), event.shiftKey) : false;
  }

  #move(side, to, extends_) {
    const before = side.words[side.cursor];
    side.cursor = Math.max(0, Math.min(side.words.length - 1, to));
    const word = side.words[side.cursor];
    if (extends_) this.#extend(side, before, word);
    else {
      if (this.pending) { this.#drop(); this.#listed(); }
      this.draw();
      announce(this.#spoken(side, word));
    }
    side.showCursor();
    return true;
  }

  #extend(side, before, word) {
    const kept = this.pending?.side === side ? this.pending : null;
    const anchor = kept?.anchor ?? (kept ? { start: kept.start, end: kept.end } : before);
    const start = Math.min(anchor.start, word.start), end = Math.max(anchor.end, word.end);
    this.select(side, start, end, { anchor, edited: kept?.edited });
    announce(say("spans.selected", { text: side.text.slice(start, end) }));
  }

  /** Move the end of the selection by one character. */
  #nudge(side, sense) {
    const word = side.words[side.cursor];
    const { start, end, edited } = this.pending?.side === side ? this.pending : word;
    const at = side.edges.indexOf(end) + sense;
    const to = side.edges[at];
    if (to === undefined || to <= start) return true;
    this.select(side, start, to, { edited });
    announce(say("spans.selected", { text: side.text.slice(start, to) }));
    return true;
  }

  #spoken(side, word) {
    const error = this.errors[this.#errorAt(side, word.start)];
    if (!error) return word.text;
    return say(this.#isProposed(error) ? "spans.word.proposed" : "spans.word.marked", { text: word.text, severity: severityText(this.place.words, error.severity) });
  }

  /** Whether an error is as the program proposed it: once it is changed it is the annotator's own. */
  #isProposed(error) {
    return this.proposals.some((each) => ["side", "from", "to", "severity", "category"].every((part) => each[part] === error[part]));
  }

  #command(side, event) {
    const key = pressed(event);
    const word = side.words[side.cursor];
    const at = this.#errorAt(side, word.start);
    if (key >= "1" && key <= String(this.severities.length)) {
      if (!this.pending && at >= 0) this.edit(at);
      else if (!this.pending) this.select(side, word.start, word.end);
      this.panel.severity(this.severities[Number(key) - 1]);
    } else if (key === "Enter" || key === " ") {
      if (!this.pending && at >= 0) this.edit(at);
      else if (!this.pending) this.select(side, word.start, word.end);
      this.panel.focus();
    } else if ((key === "Delete" || key === "Backspace") && at >= 0) this.remove(at);
    else if (key === "Escape" && this.pending) this.cancel();
    else if (key === "m" && this.missingButton) this.selectMissing();
    else return /^[0-9]$/.test(key); // a digit that is no severity here is none of another field either
    return true;
  }

  // --- errors ---

  /** Make an error of the selection, or change the one that was opened. */
  commit({ side, severity, category, note, whole }) {
    const { start, end, edited } = this.pending;
    const on = side === "missing" ? null : this.pending.side;
    const error = { side, from: whole && on ? 0 : start, to: whole && on ? on.text.length : end, severity, category, note };
    if (edited === undefined) this.errors.push(error);
    else this.errors[edited] = error;
    const order = { source: 0, target: 1, missing: 2 };
    this.errors.sort((a, b) => order[a.side] - order[b.side] || a.from - b.from || a.to - b.to);
    this.pending = null;
    this.panel.close();
    this.#changed();
    announce(say("spans.marked", { text: this.quote(error), severity: severityText(this.place.words, severity), count: this.errors.length }));
    this.#return();
  }

  edit(at) {
    const error = this.errors[at];
    const side = this.side(error.side);
    if (side) this.select(side, error.from, error.to, { edited: at });
    else this.selectMissing({ edited: at });
  }

  remove(at) {
    const [error] = this.errors.splice(at, 1);
    this.pending = null;
    this.panel.close();
    this.#changed();
    announce(say("spans.removed", { text: this.quote(error) }));
  }

  #changed() {
    this.#listed();
    this.say("");
    this.draw();
    this.place.changed(this);
  }

  side(name) { return { target: this.target, source: this.source }[name] ?? null; }
  quote(error) { return this.#quote({ side: this.side(error.side), start: error.from, end: error.to }); }

  #listed() {
    this.none.hidden = this.errors.length > 0;
    this.list.hidden = !this.errors.length;
    this.list.replaceChildren(...this.errors.map((error, at) => this.#entry(error, at)));
  }

  #entry(error, at) {
    const proposed = this.#isProposed(error);
    const words = [proposed && say("spans.proposed"), severityText(this.place.words, error.severity), error.category && this.panel.textOf(error.category)].filter(Boolean);
    const shown = this.side(error.side);
    const quote = make("span", { class: "quote", lang: shown?.paragraph.lang, dir: "auto" }, this.quote(error));
    const about = { text: this.quote(error) };
    return make("li", { class: proposed ? `${error.severity} proposed` : error.severity },
      make("button", { type: "button", class: "entry", "aria-label": say("spans.edit", { ...about, what: words.join(", ") }), onclick: () => { this.edit(at); this.panel.focus(); } },
        quote, make("span", { class: "what" }, words.join(" · "), error.side === "source" ? ` · ${say("text.source")}` : "", error.note ? ` · ${error.note}` : "")),
      button(say("spans.delete"), () => { this.remove(at); this.#return(); }, { class: "quiet", "aria-label": say("spans.delete.long", about) }));
  }

  // --- what every widget has ---

  draw() {
    for (const side of [this.target, this.source].filter(Boolean)) {
      const marks = this.errors.filter((error) => error.side === side.side).map((error) => ({ start: error.from, end: error.to, kind: `${error.severity || "plain"}${this.#isProposed(error) ? " proposed" : ""}` }));
      if (this.pending?.side === side) marks.push({ start: this.pending.start, end: this.pending.end, kind: "pending" });
      const word = side.words[side.cursor];
      if (word && document.activeElement === side.element) marks.push({ start: word.start, end: word.end, kind: "cursor" });
      side.paint.show(marks);
    }
  }

  say(message) {
    this.wrong.textContent = message;
    this.wrong.hidden = !message;
    this.element.classList.toggle("missing", Boolean(message));
  }

  value() {
    const stored = this.errors.map((error) => {
      const text = this.side(error.side)?.text;
      const [start, end] = text === undefined ? [-1, -1] : [codePoint(text, error.from), codePoint(text, error.to)];
      return { side: error.side, start, end, severity: error.severity, category: error.category, note: error.note };
    });
    return stored.length || !this.required ? stored : undefined;
  }

  /** Errors as they are stored, with places in UTF-16 units. */
  #placed(value) {
    return value.map(({ side, start, end, severity = "", category = "", note = "" }) => {
      const text = this.side(side)?.text;
      const [from, to] = text === undefined ? [-1, -1] : [unitPlace(text, start), unitPlace(text, end)];
      return { side, from, to, severity, category, note };
    });
  }

  describe(value) {
    const errors = this.#placed(value).map((error) => `${this.quote(error)} (${severityText(this.place.words, error.severity)})`);
    return errors.join(", ") || say("spans.no");
  }

  fill(value) {
    this.errors = this.#placed(value);
    this.#listed();
    this.draw();
  }

  focus() {
    if (this.pending) this.panel.ask();
    else this.target.element.focus();
  }

  clear() { this.errors = []; this.#changed(); }
  digit() { return false; }
}
