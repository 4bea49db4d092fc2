"use strict";
// Everything shown is made of elements and text nodes: no segment is ever read as markup.
const LONGEST_TEXT = 4000; // characters of a text that are shown with marked words
const LONGEST_NEAR = 60; // characters of a word that are compared one by one
const NEAR = 0.6; // the share of characters from which two words are near
const MATCH = 0, INSERTION = 2, DELETION = 3; // marks of words
const INFLECTED = 1, REORDERED = 2; // classes
const MOST_MOVED = 60; // words of a segment that are looked for elsewhere
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;
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
    const number = found[0].codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    parent.append(make("span", { class: "control" }, "U+" + number));
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
