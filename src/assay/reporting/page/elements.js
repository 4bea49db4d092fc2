"use strict";
// Everything shown is made of elements and text nodes: no segment is ever read as markup.
const LONGEST_TEXT = 4000; // characters of a text that are shown with marked words
const LONGEST_NEAR = 60; // characters of a word that are compared one by one
const NEAR = 0.6; // the share of characters from which two words are near
const MATCH = 0, INSERTION = 2, DELETION = 3; // marks of words
const INFLECTED = 1, REORDERED = 2; // classes
const MOST_HITS = 200; // of what is looked for, marked in one text
const MOST_MOVED = 60; // words of a segment that are looked for elsewhere
// Characters that nobody sees: controls, marks of direction, soft hyphens, spaces of no width or that do not break, and
// joiners that join nothing.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202f\u2060-\u2064\u2066-\u206f\ufeff]|(?<![\p{L}\p{M}\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])|\p{Cs}/gu;
const SPACES = { "\u00a0": "⍽", "\u202f": "⍽" }; // those that do not break are common, and have a sign
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
    const number = "U+" + found[0].codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    parent.append(make("span", { class: "control", title: number }, SPACES[found[0]] ?? number));
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

// Copy text; pages that did not come over a safe connection have no clipboard of their own.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = make("textarea", { class: "sr", "aria-hidden": "true" }), focused = document.activeElement;
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused?.focus({ preventScroll: true });
    return done;
  }
}
