// A text that is edited under observation: whatever the browser does to it, the log has the change that it came to.

import { say } from "./elements.js";
import { Text } from "./fields.js";
import { clean, difference, points } from "./replay.js";

const KINDS = {
  insertReplacementText: "s", insertFromPaste: "p", insertFromPasteAsQuotation: "p", insertFromYank: "p",
  insertFromDrop: "d", deleteByDrag: "d", deleteByCut: "x", historyUndo: "u", historyRedo: "r",
  insertCompositionText: "c", insertFromComposition: "c", deleteCompositionText: "c", deleteByComposition: "c",
};
const NAMED = { Backspace: "E", Delete: "E", Enter: "W", Clear: "E", Copy: "C", Cut: "X", Paste: "V", Undo: "Z", Redo: "Z" };
const COMMANDS = { c: "C", x: "X", v: "V", z: "Z", y: "Z", Insert: "C" };
const SILENT = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock", "ScrollLock", "Fn", "FnLock", "Hyper", "Super", "Symbol", "SymbolLock", "OS"]);
const SHIFTED = { Insert: "V", Delete: "X" };

/** The class of a key as the log has it; "" for keys that do nothing by themselves. */
export function keyClass(event) {
  const { key, code } = event;
  if (SILENT.has(key)) return "";
  const command = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph") && !(event.ctrlKey && event.altKey);
  if (command) return COMMANDS[key.length === 1 ? key.toLowerCase() : key] ?? NAMED[key] ?? "N";
  if (event.shiftKey && SHIFTED[key]) return SHIFTED[key];
  if (NAMED[key]) return NAMED[key];
  if (Array.from(key).length === 1) return character(key);
  if (["Process", "Dead", "Unidentified", "Compose"].includes(key)) return byCode(code);
  return "N";
}

const character = (key) => (/[\p{L}\p{M}]/u.test(key) ? "L" : /\p{N}/u.test(key) ? "D" : /\s/u.test(key) ? "W" : "S");

/** An input method hides what a key means: then its place on the keyboard says it. */
function byCode(code) {
  if (/^Key/.test(code)) return "L";
  if (/^(Digit|Numpad\d)/.test(code)) return "D";
  if (code === "Space" || /Enter$/.test(code)) return "W";
  if (code === "Backspace" || code === "Delete") return "E";
  return /^(Arrow|Home|End|Page|Tab|Escape)/.test(code) ? "N" : "S";
}

export class EditBox extends Text {
  /** `begun` is the text that it starts as. */
  constructor(field, place, begun) {
    super(field, place);
    Object.assign(this, { log: null, pressed: null, composing: false, longest: field.longest, blind: field.log === "blind" });
    this.input.spellcheck = true;
    this.fill(begun);
  }

  // --- as a field ---

  /** What is sent: the text, or in a blind log how long it is. */
  value() {
    const text = clean(this.input.value);
    if (!text.trim()) return undefined;
    return this.blind ? { characters: points(text), words: text.trim().split(/\s+/u).length } : text;
  }

  /** What this browser keeps, whatever is sent. */
  kept() { return clean(this.input.value); }

  fill(value) {
    if (typeof value !== "string") return;
    this.input.value = value;
    this.text = clean(this.input.value);
  }

  describe(value) { return typeof value === "string" ? value : String(value.characters); }

  // --- under observation ---

  watch(log) {
    this.log = log;
    const on = (kind, act) => this.input.addEventListener(kind, act);
    on("keydown", (event) => this.key(event));
    on("beforeinput", (event) => this.before(event));
    on("input", (event) => this.edited(event));
    on("compositionstart", () => { this.composing = true; });
    on("compositionend", () => { this.composing = false; this.sync("c"); });
    on("copy", () => this.#note("y", "C"));
    on("select", () => this.#note("a"));
    on("pointerdown", () => { log.visit(this.unit); this.#note("m"); });
    on("focus", () => log.visit(this.unit));
    on("blur", () => this.#release());
  }

  key(event) {
    this.#release();
    const key = keyClass(event);
    if (key) this.pressed = { key, time: performance.now() };
  }

  /** A key that changed nothing is an event of its own. */
  #release() {
    if (this.pressed) this.log.add(this.unit, "k", this.pressed);
    this.pressed = null;
  }

  /** Note something that changed nothing, with the key that it was done with, if it was. */
  #note(kind, key = "") {
    const own = this.pressed?.key === key ? this.pressed : {};
    if (own === this.pressed) this.pressed = null;
    else this.#release();
    this.log.add(this.unit, kind, own);
  }

  /** What cannot fit is not pasted in part: that would lose text silently. */
  before(event) {
    const much = event.data?.length ?? event.dataTransfer?.getData("text/plain").length ?? 0;
    if (!/^insertFrom(Paste|Drop)/.test(event.inputType) || !much) return;
    const { selectionStart, selectionEnd, value } = this.input;
    if (value.length - (selectionEnd - selectionStart) + much <= this.longest) return;
    event.preventDefault();
    this.say(say("edit.long", { longest: this.longest }));
  }

  edited(event) {
    const change = this.#change();
    if (!change) return;
    const by = this.pressed ?? {};
    this.pressed = null;
    this.log.add(this.unit, this.#kind(event, change, by), { ...by, change });
  }

  #change() {
    const text = clean(this.input.value);
    const change = difference(this.text, text);
    this.text = text;
    return change;
  }

  #kind({ inputType = "", isComposing }, change, by) {
    if (/dictation/i.test(inputType)) return "v";
    if (KINDS[inputType]) return KINDS[inputType];
    if (isComposing || this.composing) return "c";
    if (/^delete/.test(inputType)) return "e";
    if (/^insert/.test(inputType)) return !by.key && points(change.inserted) > 1 ? "v" : "i"; // words without a key: dictation, or a suggestion
    return "=";
  }

  /** Note a change that no event told of. */
  sync(kind = "=") {
    this.#release();
    const change = this.#change();
    if (change) this.log.add(this.unit, kind, { change });
  }
}
