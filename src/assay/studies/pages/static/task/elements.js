// Elements, words of the interface, and what is said aloud.

const root = document.documentElement;
export const language = root.lang || "en";
const words = JSON.parse(document.getElementById("wording").textContent);
const plural = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: false, numberingSystem: "latn" }); // digits as keys have them

/** Make an element: properties whose names begin with "on" are listeners, the rest are attributes. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const number = (value) => numbers.format(value);

/** Say something in the language of the interface; `count` chooses among the forms of a plural. */
export function say(key, values = {}) {
  const form = values.count === undefined ? key : `${key}.${plural.select(values.count)}`;
  const text = words[form] ?? words[`${key}.other`] ?? words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) =>
    typeof values[name] === "number" ? number(values[name]) : values[name] ?? "");
}

let turn = 0;
/** Tell a screen reader; two regions take turns, so that the same words are read twice when they are said twice. */
export function announce(text) {
  const regions = [document.getElementById("said-0"), document.getElementById("said-1")];
  turn = 1 - turn;
  regions[1 - turn].textContent = "";
  regions[turn].textContent = text;
}

/** What a key means, whatever the layout writes there: Arabic and Greek keyboards have the same keys, French ones digits below signs. */
export function pressed({ key, code, shiftKey }) {
  if (key === "؟" || key === "？") return "?";
  const [, row, sign] = /^(Key|Digit|Numpad)(.)$/.exec(code) ?? [];
  if (row === "Digit" && !shiftKey) return sign;
  if (sign && row !== "Digit" && key.length === 1 && key > "\x7f") return sign.toLowerCase();
  return key.length === 1 ? key.toLowerCase() : key;
}

let serial = 0;
export const unique = (prefix) => `${prefix}-${(serial += 1)}`;

/** Paragraphs and lists of a text: an empty line parts them, and lines that begin with a dash are a list. */
export function prose(text) {
  return text.split(/\n\s*\n/).filter((part) => part.trim()).map((part) => {
    const lines = part.trim().split("\n");
    if (lines.every((line) => /^[-*•] /.test(line.trim())))
      return make("ul", {}, lines.map((line) => make("li", {}, line.trim().slice(2))));
    return make("p", {}, lines.join(" "));
  });
}

/** A name that nobody else will choose; `crypto.randomUUID` wants TLS, which a study in a seminar room may not have. */
export function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const button = (text, press, properties = {}) => make("button", { type: "button", onclick: press, ...properties }, text);
