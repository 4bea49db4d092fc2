// One screen of any protocol: its texts, its fields, what is missing, and what was answered.

import { EditBox } from "./editing.js";
import { announce, button, make, number, prose, say } from "./elements.js";
import { questionWidget, widget } from "./fields.js";
import { SpanField } from "./spans.js";

const SLOW = 1000; // milliseconds after which an answer that is on its way is spoken of

export class ScreenView {
  /** `hooks` are told of changes and of what is pressed: changed, submit, skip, open, home. */
  constructor(screen, hooks, { correcting = false, folded = false } = {}) {
    Object.assign(this, { screen, hooks, correcting, widgets: [], boxes: [] });
    this.words = (key) => screen.wording[key] ?? "";
    this.reading = !screen.fields.length; // a text that is only read, and flows
    this.several = !this.reading && screen.units.filter((unit) => unit.output || unit.source).length > 1;
    this.element = make("article", { class: `screen ${this.several ? "many" : "single"}${screen.logged ? " editing" : ""}${this.reading ? " reading" : ""}` });
    this.missing = make("div", { class: "missing-list", hidden: true, role: "group" });
    this.element.append(...[correcting ? this.#banner() : null, this.#heading(), this.#instructions(folded), this.#brief(), this.#note(), ...this.#texts(),
      ...screen.units.map((unit, at) => this.#unit(unit, at)), ...this.#whole(), this.missing, this.#actions()].filter(Boolean));
    this.#update();
  }

  // --- what is shown ---

  #heading() {
    this.title = make("h1", { tabindex: "-1" }, this.words("title"));
    const { tutorial, step, steps } = this.screen;
    const badges = [tutorial && say("tutorial"), steps > 1 && say("step", { number: step + 1, total: steps })].filter(Boolean);
    return make("div", { class: "heading" }, this.title, badges.map((text) => make("span", { class: "badge" }, text)));
  }

  #banner() {
    return make("div", { class: "notice", role: "note" }, make("p", {}, say("correcting")), button(say("correcting.leave"), () => this.hooks.home(), { class: "plain" }));
  }

  #instructions(folded) {
    const text = this.words("instructions");
    if (!text) return null;
    const summary = make("summary", { onclick: () => this.hooks.folded(this.instructions.open) }, say("instructions"));
    this.instructions = make("details", { class: "instructions" }, summary, make("div", { class: "prose" }, prose(text)));
    this.instructions.open = !folded;
    return this.instructions;
  }

  /** Fold the instructions, or unfold them, as a click does. */
  fold() { this.instructions?.querySelector("summary").click(); }

  #brief() {
    const text = this.words("brief");
    if (!text) return null;
    return make("details", { class: "instructions", open: true }, make("summary", {}, say("brief")), make("div", { class: "prose", dir: "auto" }, prose(text)));
  }

  #note() { return this.screen.note ? make("p", { class: "note" }, this.words(this.screen.note)) : null; }

  #texts() {
    const { shared, context } = this.screen;
    const marked = this.screen.fields.some((field) => field.kind === "spans" && field.sides.includes("source"));
    return [
      shared.source && !marked && textBlock("source", say("text.source"), shared.source, { context, role: "source" }),
      shared.reference && textBlock("reference", say("text.reference"), shared.reference),
    ];
  }

  #unit(unit, at) {
    const { screen } = this;
    const { several } = this;
    const document = Boolean(unit.source);
    const name = !several ? "" : document ? say("unit.segment", { number: at + 1 }) : say("unit.letter", { letter: Array.from(say("unit.letters"))[at] ?? number(at + 1) });
    const fields = screen.fields.filter((field) => field.each && field.kind !== "question");
    if (!unit.output && !unit.source && !fields.length) return null;
    const place = { ...this.#place(unit.id), name, lang: unit.output?.lang };
    const widgets = fields.map((field) => this.#widget(field, place, unit));
    fields.forEach((field, at) => { widgets[at].after = widgets.find((each) => field.after && each.field === field.after); });
    this.widgets.push(...widgets);
    const spans = widgets.find((each) => each.kind === "spans");
    const level = document && several ? 3 : 2;
    const texts = [this.#unitSource(unit, spans, level), unit.reference && textBlock("reference", say("text.reference"), unit.reference, { level }),
      unit.output && !this.boxes.some((box) => box.unit === unit.id) && this.#output(unit, spans, { name: several && !document ? name : "", level })];
    return make("section", { class: "unit", "data-unit": unit.id, "aria-label": name || null },
      document && several ? make("h2", {}, name) : null, make("div", { class: "texts" }, texts.filter(Boolean)), this.#locked(unit.id),
      make("div", { class: "fields" }, widgets.map((each) => each.element)));
  }

  #widget(field, place, unit) {
    if (field.kind === "spans" && unit.output)
      return new SpanField({ categories: [], ...field }, place, { output: unit.output, source: unit.source ?? this.screen.shared.source, proposed: field.proposed ? unit.proposed : [] });
    if (field.log !== "none" && unit.output) {
      const box = new EditBox(field, place, unit.output.text);
      this.boxes.push(box);
      return box;
    }
    const made = widget(field, place);
    if (field.prefilled && unit.output) made.fill(unit.output.text);
    return made;
  }

  #unitSource(unit, spans, level) {
    if (spans?.source) return block("source", say("text.source"), between(this.screen.context, "source", spans.source.paragraph.lang, [spans.source.element]), level);
    return unit.source && textBlock("source", say("text.source"), unit.source, { level });
  }

  #output(unit, spans, { name, level }) {
    const label = name || (this.reading ? "" : say("text.output"));
    const context = this.screen.units.length === 1 ? this.screen.context : null;
    if (!spans) return textBlock("output", label, unit.output, { context, role: "output", level });
    return block("output", label, between(context, "output", unit.output.lang, spans.text()), level);
  }

  #locked(unit) {
    const answers = Object.entries(this.screen.locked?.[unit] ?? {}).filter(([, value]) => typeof value !== "object");
    if (!answers.length) return null;
    return make("dl", { class: "locked" }, answers.map(([name, value]) => make("div", {},
      make("dt", {}, this.words(`${name}.question`) || name),
      make("dd", {}, this.words(`${name}.${value}`) || (typeof value === "number" ? number(value) : String(value))))));
  }

  /** Fields of the whole screen, and questions. */
  #whole() {
    const { screen } = this;
    const place = { ...this.#place("screen"), name: "" };
    return screen.fields.filter((field) => !field.each || field.kind === "question").map((field) => {
      const widgets = field.kind === "question" ? screen.questions.map((question) => questionWidget(field, question, place)) : [widget(field, place)];
      this.widgets.push(...widgets);
      return make("section", { class: "unit whole" }, make("div", { class: "fields" }, widgets.map((each) => each.element)));
    });
  }

  #place(unit) {
    return {
      unit, words: this.words, units: this.screen.units.length,
      changed: (changed) => { this.#update(); this.hooks.changed(changed); },
      onward: (from) => this.onward(from),
    };
  }

  #actions() {
    const { screen } = this;
    const last = screen.step === screen.steps - 1;
    const label = this.correcting ? "submit.correction" : this.reading ? "submit.read" : last ? "submit" : "submit.step";
    this.send = button(say(label), () => this.hooks.submit(), { class: "primary", id: "submit" });
    this.state = make("p", { class: "state", id: "state", "aria-live": "off" });
    const { earlier } = screen.place;
    const at = this.correcting ? earlier.findIndex((each) => each.screen === screen.screen) : earlier.length;
    const back = at > 0 ? button(say("back"), () => this.hooks.open(earlier[at - 1].screen), { class: "plain", id: "back" }) : null;
    const skip = screen.skippable && !this.correcting ? button(say(screen.logged ? "skip.edit" : "skip"), () => this.hooks.skip(), { class: "plain", id: "skip" }) : null;
    return make("div", { class: "actions" }, back, skip, this.state, this.send);
  }

  /** Nothing more is taken until the server has answered; where that takes long, say so. */
  busy() {
    this.send.setAttribute("aria-busy", "true");
    this.slow = setTimeout(() => { this.state.textContent = say("sending"); announce(say("sending")); }, SLOW);
  }

  free() {
    clearTimeout(this.slow);
    this.send.removeAttribute("aria-busy");
    this.#update();
  }

  /** The texts alone, to be looked at again beside what is said of them. */
  texts() {
    const { shared, units } = this.screen;
    return [shared.source && textBlock("source", say("text.source"), shared.source), ...units.flatMap((unit) => [
      unit.source && textBlock("source", say("text.source"), unit.source), unit.output && textBlock("output", say("text.output"), unit.output)])].filter(Boolean);
  }

  // --- what is answered, and what is not ---

  /** Fill in what was answered or begun before. */
  fill(responses) {
    for (const each of this.widgets) {
      const value = responses?.[each.unit]?.[each.field];
      if (value !== undefined && value !== null) each.fill(value);
    }
    this.#update();
  }

  responses() {
    const all = {};
    for (const each of this.widgets) {
      const value = asked(each) ? each.value() : undefined;
      if (value !== undefined) (all[each.unit] ??= {})[each.field] = value;
    }
    return all;
  }

  /** What this browser keeps of it: all that is written, whatever is sent. */
  kept() {
    const all = this.responses();
    for (const box of this.boxes) (all[box.unit] ??= {})[box.field] = box.kept();
    return all;
  }

  lacking() { return this.widgets.filter((each) => each.required && asked(each) && each.value() === undefined); }

  #update() {
    for (const each of this.widgets) each.element.hidden = !asked(each);
    const lacking = this.lacking().length;
    this.state.textContent = lacking ? say("missing", { count: lacking }) : "";
    for (const each of this.stopped?.filter((spans) => !this.#stopped().includes(spans)) ?? []) each.say("");
    if (!lacking && !this.#unfinished().length && !this.#stopped().length) this.missing.hidden = true;
  }

  /** Show what is missing and go there; true where nothing is. */
  complete() {
    const lacking = this.lacking(), unfinished = this.#unfinished(), stopped = this.#stopped().filter((each) => !each.unfinished);
    const stop = say("stop.score", { limit: this.screen.stops?.score_without_span });
    lacking.forEach((each) => each.say(say("missing.here")));
    unfinished.forEach((each) => each.say(say("spans.unfinished")));
    stopped.forEach((each) => each.say(stop));
    this.stopped = stopped;
    const wanted = [...unfinished, ...lacking, ...stopped];
    const title = unfinished.length ? say("spans.unfinished") : lacking.length ? say("missing", { count: lacking.length }) : stop;
    if (wanted.length) this.#list(title, wanted.map((each) => [each, each.label]));
    return wanted.length === 0;
  }

  /** Texts without a marked error whose score needs one. */
  #stopped() { return this.#unmarked(this.screen.stops?.score_without_span); }

  /** Texts without a marked error whose score is below a limit. */
  #unmarked(limit) {
    if (limit === undefined) return [];
    return this.widgets.filter((each) => each.kind === "spans" && each.errors.length === 0
      && this.widgets.some((other) => other.kind === "slider" && other.unit === each.unit && other.value() < limit));
  }

  /** Errors that are begun and would be lost. */
  #unfinished() { return this.widgets.filter((each) => each.unfinished); }

  /** Show what the server found wrong: [{unit, field, message}]. */
  refuse(errors) {
    const named = errors.map((error) => [this.widgets.find((each) => each.unit === error.unit && each.field === error.field), error.message]);
    for (const [each, message] of named) each?.say(message);
    this.#list(say("refused"), named.map(([each, message]) => [each, each ? `${each.label}${/[\p{P}]$/u.test(each.label) ? "" : ":"} ${message}` : message]));
  }

  #list(title, entries) {
    this.missing.replaceChildren(make("p", {}, title), make("ul", {}, entries.map(([each, text]) => make("li", {}, each ? button(text, () => each.focus(), { class: "link" }) : text))));
    this.missing.hidden = false;
    this.missing.classList.remove("doubt");
    announce(title);
    entries.find(([each]) => each)?.[0].focus();
  }

  /** A low score without a marked error may be meant so, but is asked about once. */
  doubtful() {
    const [spans] = this.#unmarked(this.screen.hints?.score_without_span);
    if (!spans || this.warned) return null;
    this.warned = true;
    return spans;
  }

  /** Show a doubt; the same button pressed again sends the answer as it is. */
  doubt(spans) {
    this.#list(say("hint.score"), [[spans, say("hint.score.go")]]);
    this.missing.classList.add("doubt");
    this.send.focus();
    announce(say("hint.score"));
  }

  // --- moving ---

  focusTitle() { this.title.focus({ preventScroll: true }); }

  /** Go to the next field that wants an answer, or to the button that sends. */
  onward(from) {
    const at = this.widgets.indexOf(from);
    const next = [...this.widgets.slice(at + 1), ...this.widgets.slice(0, at)].find((each) => this.lacking().includes(each));
    if (next) next.focus();
    else this.send.focus();
  }

  /** Go to the field after or before the one that has the focus. */
  step(by) {
    const shown = this.widgets.filter(asked);
    const here = shown.findIndex((each) => each.element.contains(document.activeElement) || each.target?.element === document.activeElement || each.source?.element === document.activeElement);
    const to = here < 0 ? (by > 0 ? 0 : shown.length - 1) : here + by;
    if (shown[to]) shown[to].focus();
    else if (to >= shown.length) this.send.focus();
  }

  /** A digit goes to the field that has the focus, or else to the first that wants an answer. */
  digit(digit) {
    const at = this.widgets.find((each) => each.element.contains(document.activeElement));
    return (at ?? this.lacking()[0] ?? this.widgets[0])?.digit(digit) ?? false;
  }
}

/** What follows from another answer is asked when that is given, and is not 0. */
const asked = (widget) => !widget.after || Boolean(widget.after.value());

/** The sentences around a text, before and after what shows it. */
function between(context, role, lang, shown) {
  const around = (parts) => (parts ?? []).filter((part) => part[role]).map((part) => make("p", { class: "around", lang: lang || null, dir: "auto" }, part[role]));
  return [...around(context?.before), ...shown, ...around(context?.after)];
}

const block = (kind, label, children, level = 2) => make("div", { class: `text ${kind}` }, label ? make(`h${level}`, { class: "name" }, label) : null, children);

function textBlock(kind, label, shown, { context = null, role = "", level = 2 } = {}) {
  const text = make("p", { class: "big", lang: shown.lang || null, dir: shown.dir || "auto" }, shown.text);
  return block(kind, label, between(context, role, shown.lang, [text]), level);
}
