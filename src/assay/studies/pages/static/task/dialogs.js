// Dialogs: keys, a reason to skip, leaving the study, another tab; and pages without a task.

import { announce, button, make, say } from "./elements.js";

/** Show a dialog until it is closed; resolves to what its form said, or null. */
function ask(title, content, buttons, collect = () => true) {
  const heading = make("h2", { id: "dialog-title", tabindex: "-1" }, title);
  const dialog = make("dialog", { "aria-labelledby": "dialog-title" }, heading, ...content,
    make("div", { class: "buttons" }, buttons.map(({ text, kind, value }) => button(text, () => {
      const collected = value ? collect() : null;
      if (value && collected === undefined) return;
      dialog.collected = collected;
      dialog.close();
    }, { class: kind }))));
  document.body.append(dialog);
  dialog.showModal();
  if (!dialog.contains(document.activeElement) || document.activeElement.matches("button")) heading.focus();
  return new Promise((resolve) => dialog.addEventListener("close", () => {
    dialog.remove();
    resolve(dialog.collected ?? null);
  }));
}

const severityKeys = () => `1 … ${document.querySelector(".severities")?.childElementCount ?? 4}`;
const KEYS = [ // [title, [[keys, what they do, what must be on the screen for it], …], the same for all of them]
  ["keys.everywhere", [["?", "keys.help"], ["Ctrl+Enter", "keys.submit"], ["N", "keys.next"], ["P", "keys.previous"], ["1 … 9", "keys.digit"], ["I", "keys.instructions"], ["B", "keys.back"], ["S", "keys.skip"]]],
  ["keys.slider", [["← →", "keys.slider.step"], ["PgUp PgDn", "keys.slider.page"], ["Home End", "keys.slider.ends"], ["0 … 9", "keys.slider.digit"], ["Enter", "keys.onward"], ["Delete", "keys.clear"]], ".slider"],
  ["keys.spans", [["← → ↑ ↓", "keys.spans.move"], ["Shift+← →", "keys.spans.extend"], ["Home End", "keys.slider.ends"], ["Alt+Shift+← →", "keys.spans.nudge"], [severityKeys, "keys.spans.severity", ".severity"], ["Enter", "keys.spans.open"],
    ["M", "keys.spans.missing", ".token"], ["Delete", "keys.spans.delete"], ["Esc", "keys.spans.cancel"]], ".markable"],
];

/** Keys as they are called on keyboards of the language. */
const keyNames = (keys) => keys.replace(/Ctrl|Shift|Home|End|PgUp|PgDn|Delete/g, (key) => say(`key.${key}`));

/** Whether a key has a meaning on this screen; without a screen all are told. */
const meant = (selector) => !selector || !document.querySelector(".screen") || document.querySelector(selector);

/** The keys of this screen, and whether single letters are heard. */
export async function showHelp(memory) {
  const box = make("input", { type: "checkbox" });
  box.checked = memory.get("letters") !== false;
  box.addEventListener("change", () => memory.set("letters", box.checked));
  const tables = KEYS.filter(([, , selector]) => meant(selector)).map(([title, keys]) => [make("h3", {}, say(title)),
    make("dl", { class: "keys" }, keys.filter(([, , selector]) => meant(selector)).map(([key, text]) => make("div", {}, make("dt", {}, make("kbd", { dir: "ltr" }, keyNames(key.call ? key() : key))), make("dd", {}, say(text)))))]);
  await ask(say("help.title"), [...tables.flat(), make("label", { class: "check" }, box, say("keys.letters"))], [{ text: say("close"), kind: "primary", value: true }]);
}

const REASONS = ["language", "broken", "source", "other"];

/** Ask why a screen is skipped. */
export function askReason() {
  const inputs = REASONS.map((reason) => make("input", { type: "radio", name: "reason", value: reason }));
  const words = make("input", { type: "text", dir: "auto", maxlength: 300, "aria-label": say("skip.words"), placeholder: say("skip.words"), oninput: () => { inputs.at(-1).checked = true; } });
  const wrong = make("p", { class: "wrong", role: "alert" });
  const list = make("fieldset", {}, make("legend", {}, say("skip.why")), make("div", { class: "options list" },
    inputs.map((input, at) => make("label", { class: "option" }, input, make("span", {}, say(`skip.${REASONS[at]}`))))), words);
  return ask(say("skip.title"), [list, wrong], [{ text: say("skip.do"), kind: "primary", value: true }, { text: say("cancel"), kind: "plain", value: false }], () => {
    const reason = inputs.find((input) => input.checked)?.value;
    const remark = words.value.trim();
    if (!reason || (reason === "other" && !remark)) {
      wrong.textContent = say(reason ? "skip.words.missing" : "skip.missing");
      (reason ? words : inputs[0]).focus();
      return undefined;
    }
    return remark ? `${reason}: ${remark}` : reason;
  });
}

/** Ask whether somebody really leaves and takes all answers along. */
export function askWithdrawal() {
  const box = make("input", { type: "checkbox" });
  const wrong = make("p", { class: "wrong", role: "alert" });
  return ask(say("withdraw.title"), [make("p", {}, say("withdraw.text")), make("label", { class: "check" }, box, say("withdraw.sure")), wrong],
    [{ text: say("withdraw.do"), kind: "danger", value: true }, { text: say("cancel"), kind: "plain", value: false }], () => {
      if (box.checked) return true;
      wrong.textContent = say("withdraw.missing");
      box.focus();
      return undefined;
    });
}

/** A page that says one thing, with what can be done about it. */
export function messagePage(title, content, actions = []) {
  const heading = make("h1", { tabindex: "-1" }, title);
  const page = make("article", { class: "message" }, heading, ...content, actions.length ? make("div", { class: "buttons" }, actions) : null);
  requestAnimationFrame(() => heading.focus({ preventScroll: true }));
  return page;
}

/** The code of somebody who is done, with a button that copies it. */
export function completionCode(code) {
  const shown = make("code", { class: "code", dir: "ltr", tabindex: "0", "aria-label": say("code.label") }, code);
  const copy = button(say("code.copy"), async () => {
    try {
      await navigator.clipboard.writeText(code);
      copy.textContent = say("code.copied");
    } catch { // no clipboard without TLS: select it, so that one key copies
      getSelection().selectAllChildren(shown);
      copy.textContent = say("code.select");
    }
    announce(copy.textContent);
  }, { class: "plain" });
  return [make("p", {}, say("code.text")), make("p", { class: "code-line" }, shown, copy)];
}

/** What somebody answered next to what was expected. */
export function compared(view, expected) {
  const rows = view.widgets.map((each) => [each, each.value(), expected[each.unit]?.[each.field]]).filter(([, , right]) => right !== undefined);
  if (!rows.length) return [];
  const head = ["feedback.question", "feedback.yours", "feedback.expected"].map((key) => make("th", { scope: "col" }, say(key)));
  const cell = (each, value) => make("td", {}, make("bdi", {}, value === undefined ? "–" : each.describe(value)));
  return [make("table", {}, make("thead", {}, make("tr", {}, head)),
    make("tbody", {}, rows.map(([each, own, right]) => make("tr", {}, make("th", { scope: "row" }, each.label), cell(each, own), cell(each, right)))))];
}
