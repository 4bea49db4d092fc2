// The panel below a text in which what was selected becomes an error: severity, category by type-ahead, a note.

import { announce, button, make, pressed, say, unique } from "./elements.js";

/** All categories of a tree as a flat list: {name, text, whole, sides, note}. */
export function flatCategories(categories, words, above = "") {
  return categories.flatMap((category) => {
    const text = above ? `${above} › ${words(category.text)}` : words(category.text);
    if (category.below?.length) return flatCategories(category.below, words, text);
    return [{ ...category, text }];
  });
}

const AROUND = 150; // pixels that the head of the page and its buttons take

const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** A box that narrows a list while one types; arrows move in it, Enter chooses. */
class CategoryBox {
  constructor(categories, choose) {
    Object.assign(this, { categories, choose, shown: [], at: 0 });
    const list = unique("categories");
    this.input = make("input", {
      type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": list, "aria-autocomplete": "list",
      autocomplete: "off", spellcheck: "false", placeholder: say("spans.category.type"), "aria-label": say("spans.category"),
      oninput: () => this.narrow(), onkeydown: (event) => this.#key(event),
    });
    this.list = make("ul", { id: list, role: "listbox", class: "categories", tabindex: "-1", "aria-label": say("spans.category") });
    this.element = make("div", { class: "category" }, this.input, this.list);
  }

  /** Offer the categories that may stand on this side of the text. */
  open(side, chosen) {
    this.side = side;
    this.chosen = chosen;
    this.input.value = "";
    this.narrow();
  }

  /** Begin to choose; a finger goes to the list, since a keyboard on the screen would cover it. */
  focus() { (matchMedia("(hover: none) and (pointer: coarse)").matches ? this.list : this.input).focus(); }

  narrow() {
    const typed = folded(this.input.value.trim());
    const begins = (category) => folded(category.text).split(/[\s›]+/).some((word) => word.startsWith(typed));
    this.shown = this.categories.filter((category) => allowed(category, this.side) && folded(category.text).includes(typed))
      .sort((a, b) => begins(b) - begins(a));
    this.at = Math.max(0, typed ? 0 : this.shown.findIndex((category) => category.name === this.chosen));
    this.list.replaceChildren(...this.shown.map((category, at) => make("li", {
      role: "option", id: unique("option"), "aria-selected": String(category.name === this.chosen),
      onclick: () => this.choose(category), onpointermove: () => this.#point(at),
    }, category.text)));
    if (!this.shown.length) this.list.append(make("li", { role: "option", "aria-disabled": "true", "aria-selected": "false", class: "none" }, say("spans.category.none")));
    this.#point(this.at);
    if (!typed && this.chosen) this.list.scrollTop = this.list.children[this.at].offsetTop - this.list.offsetTop; // what an error has is seen
  }

  #point(at) {
    this.at = at;
    const options = Array.from(this.list.children);
    options.forEach((option, index) => option.classList.toggle("here", index === at));
    if (this.shown.length) this.input.setAttribute("aria-activedescendant", options[at].id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.shown.length) {
      event.preventDefault();
      this.#point((this.at + step + this.shown.length) % this.shown.length);
      this.list.children[this.at].scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (this.shown[this.at]) this.choose(this.shown[this.at]);
    }
  }
}

const allowed = (category, side) => category.sides.includes(side);

/** The panel; `done(error)` gets what was decided, `cancel()` is told that nothing was. */
export class MarkingPanel {
  constructor(field, words, { done, cancel }) {
    Object.assign(this, { field, words, done });
    this.categories = flatCategories(field.categories, words);
    this.quote = make("q", { class: "quote", dir: "auto" });
    this.severities = field.severities.map((severity, at) => make("button", {
      type: "button", class: `severity ${severity}`, "aria-pressed": "false", onclick: () => this.severity(severity),
    }, make("span", { class: "digit" }, String(at + 1)), make("span", {}, severityText(words, severity), make("small", {}, severityNote(words, severity)))));
    this.box = this.categories.length ? new CategoryBox(this.categories, (category) => this.category(category)) : null;
    this.note = make("input", { type: "text", dir: "auto", maxlength: 500, "aria-label": say("spans.note"), placeholder: say("spans.note"),
      onkeydown: (event) => { if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) { event.preventDefault(); this.finish(); } } });
    this.finished = button(say("spans.mark"), () => this.finish(), { class: "plain" });
    this.ending = make("div", { class: "finish" }, this.note, this.finished);
    this.said = make("p", { class: "wrong", hidden: true });
    this.element = make("div", { class: "panel", role: "group", "aria-label": say("spans.panel"), hidden: true, onkeydown: (event) => this.#key(event, cancel) },
      make("div", { class: "selected" }, make("p", {}, this.quote), button(say("cancel"), cancel, { class: "quiet" })),
      make("div", { class: "severities", role: "group", "aria-label": say("spans.severity") }, this.severities),
      this.box?.element, this.said, this.ending);
    this.element.addEventListener("click", (event) => { if (event.detail > 1) event.stopPropagation(); }, true); // a word clicked twice: the panel came under the pointer between
  }

  #key(event, cancel) {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      cancel();
    }
    const digit = Number(pressed(event));
    const typing = event.target.matches("input");
    if (!typing && digit >= 1 && digit <= this.severities.length && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.severity(this.field.severities[digit - 1]);
    }
  }

  /** Begin with what was selected, and with what an error already has. */
  open(quote, draft) {
    this.draft = { severity: "", category: "", note: "", ...draft };
    this.quote.textContent = quote.text;
    this.quote.lang = quote.lang ?? "";
    this.note.value = this.draft.note;
    this.element.hidden = false;
    this.box?.open(this.draft.side, this.draft.category);
    this.#show();
  }

  /** Stand below the text; or, where that is out of sight of what was selected, at the foot of the window. */
  stand(place) {
    const { element } = this;
    element.classList.remove("afar");
    const afar = element.getBoundingClientRect().bottom - place.top > innerHeight - AROUND;
    element.classList.toggle("afar", afar);
    this.#room(afar ? `${element.offsetHeight}px` : "");
    if (!afar) element.scrollIntoView({ block: "nearest" });
    else if (place.bottom > element.getBoundingClientRect().top) scrollBy(0, place.bottom - innerHeight / 4);
  }

  /** Room below the page, so that the text can be scrolled out from behind the panel. */
  #room(height) { this.element.closest(".screen").style.marginBottom = height; }

  close() {
    this.element.hidden = true;
    this.#room("");
  }

  #show() {
    this.field.severities.forEach((severity, at) => this.severities[at].setAttribute("aria-pressed", String(severity === this.draft.severity)));
    this.ending.hidden = !this.box || !(this.#chosen()?.note || this.draft.edited);
    this.said.hidden = true;
  }

  #chosen() { return this.categories.find((category) => category.name === this.draft.category); }

  severity(severity) {
    this.draft.severity = severity;
    this.#next();
  }

  category(category) {
    this.draft.category = category.name;
    this.box.open(this.draft.side, category.name);
    this.#next();
  }

  /** Ask for what is missing, or finish. */
  #next() {
    this.#show();
    const chosen = this.#chosen();
    if (this.box && !chosen) this.box.focus();
    else if (!this.draft.severity && this.severities.length) this.severities[0].focus();
    else if (chosen?.note && !this.note.value.trim()) this.note.focus();
    else this.finish();
  }

  finish() {
    this.draft.note = this.note.value.trim();
    const chosen = this.#chosen();
    const wanted = (this.severities.length && !this.draft.severity && "spans.severity") || (this.box && !chosen && "spans.category")
      || (chosen?.note && !this.draft.note && "spans.note");
    this.said.hidden = !wanted;
    if (wanted) this.#want(wanted);
    else this.done({ ...this.draft, whole: Boolean(chosen?.whole) });
  }

  /** Say what an error still wants, and go there. */
  #want(what) {
    this.said.textContent = say("spans.wants", { what: say(what) });
    announce(this.said.textContent);
    ({ "spans.severity": this.severities[0], "spans.category": this.box?.input, "spans.note": this.note })[what].focus();
  }

  focus() { (this.severities[0] ?? this.box?.input).focus(); }

  /** Go to what an error still wants. */
  ask() { (this.draft.severity ? this.box?.input ?? this.severities[0] : this.severities[0] ?? this.box?.input).focus(); }

  textOf(name) { return this.categories.find((category) => category.name === name)?.text ?? name; }
}

/** What the protocol calls a severity: what stands before the colon, and the words that explain it after it. */
export const severityText = (words, severity) => (words(`severity.${severity}`) || severity).split(/[:：]/)[0];
const severityNote = (words, severity) => words(`severity.${severity}`).split(/[:：]/).slice(1).join(":").trim();
