// Texts and their changes: the one change between two texts, and the text after the changes of a record.
//
// Places are code points, as in docs/postedit.md. In a blind log a text is a length, and so is what was inserted.

const isHigh = (unit) => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit) => unit >= 0xdc00 && unit < 0xe000;
const BROKEN = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\0/g;

/** A text that can be stored: halves of characters, and NUL, become the sign for what cannot be shown. */
export const clean = (text) => text.replace(BROKEN, "\ufffd");

/** The number of code points of a text, or of its beginning. */
export function points(text, end = text.length) {
  let count = end;
  for (let at = 1; at < end; at += 1) if (isLow(text.charCodeAt(at))) count -= 1;
  return count;
}

/** The one change that makes a text another, in code points; null where they are the same. */
export function difference(before, after) {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let start = 0, end = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (start && isHigh(before.charCodeAt(start - 1))) start -= 1;
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end += 1;
  if (end && isLow(before.charCodeAt(before.length - end))) end -= 1;
  const removed = before.slice(start, before.length - end);
  return { at: points(before, start), removed: points(removed), inserted: after.slice(start, after.length - end) };
}

/** The text, or its length, after the changes of a record; a change outside it throws. */
export function replayed(text, record) {
  if (typeof text === "number") return record.at.reduce((length, at, n) => inside(at, record.del[n], length) + record.ins[n] - record.del[n], text);
  const letters = Array.from(text);
  record.at.forEach((at, n) => {
    inside(at, record.del[n], letters.length);
    letters.splice(at, record.del[n], ...Array.from(record.ins[n]));
  });
  return letters.join("");
}

function inside(at, removed, length) {
  if (!(at >= 0 && removed >= 0 && at + removed <= length)) throw new RangeError("a change outside the text");
  return length;
}
