// Places in a text: words and graphemes by the rules of its language, and code points, in which spans are stored.

const SPACE = /^\s+$/u;
const UNSEEN = /^[\s\p{Cf}]+$/u; // spaces, and signs of direction, which have no width

/** Words of a text as [start, end) in UTF-16 units; punctuation counts, what cannot be seen does not. */
export function wordsOf(text, lang) {
  return Array.from(segments(text, lang, "word"), ({ segment, index }) => ({ start: index, end: index + segment.length, text: segment }))
    .filter((word) => !UNSEEN.test(word.text));
}

/** All boundaries between graphemes, the ends of the text among them. */
export function boundaries(text, lang) {
  return [...Array.from(segments(text, lang, "grapheme"), ({ index }) => index), text.length];
}

function segments(text, lang, granularity) {
  try {
    return new Intl.Segmenter(lang || undefined, { granularity }).segment(text);
  } catch { // a language tag that the browser does not know
    return new Intl.Segmenter(undefined, { granularity }).segment(text);
  }
}

/** Widen a span to whole graphemes, and leave out white space at its ends; null where nothing is left. */
export function snapped(text, edges, start, end) {
  while (start < end && SPACE.test(text[start])) start += 1;
  while (end > start && SPACE.test(text[end - 1])) end -= 1;
  if (start >= end) return null;
  return { start: edges.findLast((edge) => edge <= start), end: edges.find((edge) => edge >= end) };
}

/** The number of code points before a place in UTF-16 units. */
export function codePoint(text, place) {
  let count = 0;
  for (let at = 0; at < place; at += text.codePointAt(at) > 0xffff ? 2 : 1) count += 1;
  return count;
}

/** The place in UTF-16 units after so many code points. */
export function unitPlace(text, points) {
  let at = 0;
  for (let count = 0; count < points && at < text.length; count += 1) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return at;
}
