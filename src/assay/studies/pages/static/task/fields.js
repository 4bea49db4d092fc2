// What an annotator is asked for: one widget for each kind of field, all with the same few methods.
//
// A widget has `element`, `unit` and `field` (where its answer goes), `label` (what a message calls it), `value()`
// (undefined while nothing is set: 0 is a score), `fill(value)`, `focus()`, `clear()` and `digit(n)` (true where the
// digit meant something).

import { make, number, say, unique } from "./elements.js";

const SHORT = 22; // characters of a label that still fits beside others

/** What all widgets share: a frame with the question, and a place for what is wrong. */
class Widget {
  constructor(field, place) {
    Object.assign(this, { field: field.name, unit: place.unit, required: field.required, kind: field.kind, place });
    this.question = place.words(field.question) || place.words(`${field.name}.question`);
    this.label = place.name ? `${place.name}: ${this.question}` : this.question;
    this.named = [this.question, place.name ? make("span", { class: "sr" }, ` ${place.name}`) : null]; // what a screen reader calls it
    this.wrong = make("p", { class: "wrong", id: unique("wrong"), hidden: true });
    this.element = make("div", { class: `field ${field.kind}`, "data-field": field.name, "data-unit": place.unit });
  }

  changed() {
    this.say("");
    this.showEraser();
    this.place.changed(this);
  }

  /** Show what is wrong with it, or nothing. */
  say(message) {
    this.wrong.textContent = message;
    this.wrong.hidden = !message;
    this.element.classList.toggle("missing", Boolean(message));
    this.input?.setAttribute("aria-invalid", String(Boolean(message)));
  }

  digit() { return false; }

  /** An answer in words. */
  describe(value) { return typeof value === "number" ? number(value) : String(value); }

  /** A button that takes an answer back, for what need not be answered. */
  eraser() {
    if (this.required) return null;
    this.erases = make("button", { type: "button", class: "quiet eraser unneeded", onclick: () => { this.clear(); this.focus(); } }, say("clear"));
    return this.erases;
  }

  /** It is there when there is something to take back. */
  showEraser() { this.erases?.classList.toggle("unneeded", this.value() === undefined); }

  onDelete(event) {
    if (event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    this.clear();
  }
}

const isBand = (tick) => tick.to !== null && tick.to !== undefined;

class Slider extends Widget {
  constructor(field, place) {
    super(field, place);
    Object.assign(this, { low: field.low, high: field.high, set: false, shows: field.shows_number });
    const id = unique("slider");
    this.input = make("input", {
      type: "range", id, min: field.low, max: field.high, step: field.by,
      oninput: () => this.touch(), onclick: () => this.touch(), onkeydown: (event) => this.#key(event),
    });
    this.shown = make("span", { class: "number", "aria-hidden": "true" }); // a slider tells its value itself
    this.hint = make("p", { class: "hint", id: unique("hint"), "aria-hidden": "true" }, say("slider.unset"));
    const ticks = make("div", { id: unique("ticks"), class: field.ticks.every((tick) => place.words(tick.text).length < 10) ? "ticks short" : "ticks" }, field.ticks.map((tick) => this.#tick(tick)));
    const head = make("div", { class: "question" }, make("label", { for: id }, this.named), this.shown);
    const frame = make("div", { class: "track" }, this.input, ticks);
    this.element.append(head, frame, ...[this.hint, this.eraser(), this.wrong].filter(Boolean));
    this.ticks = field.ticks;
    this.described = [ticks.id, this.wrong.id];
    this.clear(true);
  }

  #tick(tick) {
    const text = this.place.words(tick.text);
    const share = (tick.at - this.low) / (this.high - this.low);
    if (isBand(tick)) return this.#band(tick, text, share);
    const element = make("span", { class: "tick" }, make("i", {}), text ? make("span", {}, text) : null);
    element.style.setProperty("--at", share);
    if (share <= 0) element.classList.add("least");
    if (share >= 1) element.classList.add("most");
    return element;
  }

  /** A stretch of the scale that has one name. */
  #band(tick, text, share) {
    const range = make("bdi", {}, `${number(tick.at)}–${number(tick.to)}`);
    const element = make("span", { class: "tick band" }, make("i", {}), make("span", {}, range, " ", text));
    element.style.setProperty("--at", share);
    element.style.setProperty("--wide", `${(100 * (tick.to - tick.at)) / (this.high - this.low)}%`);
    return element;
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " || (event.key === "Enter" && !this.set)) {
      event.preventDefault();
      this.touch();
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.place.onward(this);
    } else this.onDelete(event);
  }

  touch() {
    this.set = true;
    this.#show();
    this.changed();
  }

  #show() {
    const value = Number(this.input.value);
    this.showEraser();
    this.element.classList.toggle("unset", !this.set);
    this.hint.classList.toggle("unneeded", this.set); // its place is kept, so that nothing jumps
    const named = this.ticks.find((tick) => tick.at <= value && value <= (tick.to ?? tick.at));
    const name = named ? this.place.words(named.text) : "";
    this.shown.textContent = this.set && this.shows ? [number(value), named && isBand(named) && name].filter(Boolean).join(" · ") : "";
    this.input.style.setProperty("--fill", (value - this.low) / (this.high - this.low));
    const words = named ? `${number(value)}: ${name}` : number(value);
    this.input.setAttribute("aria-valuetext", this.set ? words : say("slider.unset.short"));
    this.input.setAttribute("aria-describedby", [...(this.set ? [] : [this.hint.id]), ...this.described].join(" "));
  }

  digit(digit) {
    const step = Number(this.input.step);
    this.input.value = this.low + Math.round(((this.high - this.low) * digit) / 10 / step) * step;
    this.touch();
    return true;
  }

  value() { return this.set ? Number(this.input.value) : undefined; }
  fill(value) { this.input.value = value; this.set = true; this.#show(); }
  focus() { this.input.focus(); }

  clear(quietly = false) {
    this.set = false;
    this.input.value = (this.low + this.high) / 2;
    this.#show();
    if (!quietly) this.changed();
  }
}

/** One of a few: points of a scale, yes or no, options, places of a ranking. `options` is [{value, text, digit}]. */
class Choice extends Widget {
  constructor(field, place, options) {
    super(field, place);
    this.options = options;
    const group = unique("group");
    this.inputs = options.map((option) => make("input", { type: "radio", name: group, onchange: () => this.changed() }));
    const labels = options.map((option, at) => make("label", { class: "option" }, this.inputs[at],
      make("span", { class: "digit" }, option.shown ?? String(option.digit)), make("span", { dir: place.dir }, option.text)));
    const long = options.some((option) => option.text.length > SHORT);
    const rows = make("div", { class: long ? "options list" : "options row" }, labels);
    rows.style.setProperty("--count", options.length);
    const set = make("fieldset", { "aria-describedby": this.wrong.id, onkeydown: (event) => this.#key(event) },
      make("legend", { dir: place.dir }, this.named), rows);
    this.element.append(set, ...[this.eraser(), this.wrong].filter(Boolean));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && this.value() !== undefined) {
      event.preventDefault();
      this.place.onward(this);
    } else this.onDelete(event);
  }

  digit(digit) {
    const at = this.options.findIndex((option) => option.digit === digit);
    if (at < 0) return false;
    this.inputs[at].checked = true;
    this.changed();
    this.place.onward(this);
    return true;
  }

  value() { return this.options[this.inputs.findIndex((input) => input.checked)]?.value; }

  fill(value) {
    this.options.forEach((option, at) => { this.inputs[at].checked = option.value === value; });
    this.showEraser();
  }

  describe(value) {
    const option = this.options.find((each) => each.value === value);
    return [option?.shown, option?.text].filter(Boolean).join(": ") || super.describe(value);
  }

  focus() { (this.inputs.find((input) => input.checked) ?? this.inputs[0]).focus(); }

  clear() {
    for (const input of this.inputs) input.checked = false;
    this.changed();
  }
}

function points(field, place) {
  const options = [];
  for (let value = field.low; value <= field.high; value += field.by) {
    const text = field.ticks.find((tick) => tick.at === value)?.text;
    options.push({ value, digit: value, shown: number(value), text: text ? place.words(text) : "" });
  }
  return new Choice(field, place, options);
}

function choice(field, place) {
  return new Choice(field, place, field.options.map((option, at) => ({ value: option.at, text: place.words(option.text), digit: at + 1 })));
}

function rank(field, place) {
  const last = place.units;
  const options = Array.from({ length: last }, (_, at) => {
    const tick = field.ticks.at(at === last - 1 ? -1 : at); // the last place is the worst, however many there are
    const named = at === 0 || at === last - 1; // between the ends the number says it
    return { value: at + 1, digit: at + 1, shown: number(at + 1), text: named && tick ? place.words(tick.text) : "" };
  });
  return new Choice(field, place, options);
}

/** Any number of a few. */
class Tags extends Widget {
  constructor(field, place) {
    super(field, place);
    this.options = field.categories.map((category) => ({ value: category.name, text: place.words(category.text) }));
    this.inputs = this.options.map(() => make("input", { type: "checkbox", onchange: () => this.changed() }));
    const labels = this.options.map((option, at) => make("label", { class: "option" }, this.inputs[at],
      make("span", { class: "digit" }, String(at + 1)), make("span", {}, option.text)));
    this.element.append(make("fieldset", { "aria-describedby": this.wrong.id }, make("legend", {}, this.named),
      make("div", { class: "options row" }, labels)), this.wrong);
  }

  digit(digit) {
    const input = this.inputs[digit - 1];
    if (!input) return false;
    input.checked = !input.checked;
    this.changed();
    return true;
  }

  value() {
    const chosen = this.options.filter((_, at) => this.inputs[at].checked).map((option) => option.value);
    return chosen.length ? chosen : undefined;
  }

  fill(value) { this.options.forEach((option, at) => { this.inputs[at].checked = value.includes(option.value); }); }
  describe(value) { return this.options.filter((option) => value.includes(option.value)).map((option) => option.text).join(", "); }
  focus() { this.inputs[0].focus(); }
  clear() { this.fill([]); this.changed(); }
}

/** A text that is written: a note, a short answer, a text that is edited. */
export class Text extends Widget {
  constructor(field, place, { short = false } = {}) {
    super(field, place);
    const id = unique("text");
    this.input = make(short ? "input" : "textarea", {
      id, dir: "auto", lang: place.lang, maxlength: field.longest, rows: short ? null : 3, autocomplete: "off",
      "aria-describedby": this.wrong.id, oninput: () => this.changed(),
      onkeydown: (event) => { if (short && event.key === "Enter" && !event.ctrlKey && !event.metaKey) { event.preventDefault(); place.onward(this); } },
    });
    this.element.append(make("label", { for: id, class: "question", dir: place.dir }, this.named), this.input, this.wrong);
  }

  value() { return this.input.value.trim() ? this.input.value : undefined; }
  fill(value) { this.input.value = value; }
  focus() { this.input.focus(); }
  clear() { this.input.value = ""; this.changed(); }
}

/** A question on a text: one of several answers, or words. */
export function questionWidget(field, question, place) {
  const asked = { ...field, question: "", options: [], name: "answer", required: field.required };
  const at = { ...place, unit: question.id, words: () => question.text, name: "", dir: "auto" }; // it has the language of the text
  if (question.kind !== "choice") return new Text(asked, at, { short: true });
  return new Choice(asked, at, question.choices.map((text, index) => ({ value: text, text, digit: index + 1 })));
}

const KINDS = {
  slider: (field, place) => new Slider(field, place),
  points, choice, "yes-no": choice, rank,
  tags: (field, place) => new Tags(field, place),
  text: (field, place) => new Text(field, place),
};

/** Make the widget of a field; `place` knows the unit, the words of the protocol, and whom to tell of changes. */
export const widget = (field, place) => KINDS[field.kind]({ options: [], ticks: [], categories: [], ...field }, place);
