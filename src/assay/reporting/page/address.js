// ---- links -----------------------------------------------------------------------------------------

// What a link may say of the list, and the field that says it: #segments?text=…&sort=BLEU, or #seg-12?text=…
const FIELDS = { text: "query", class: "class", bucket: "bucket", system: "system", sort: "sort", of: "of", order: "order", per: "size" };
const LONGEST_ASKED = 500; // characters of a text to search for that is taken from a link

// Patterns that can take for ever are not run because a link says so: repeated groups, references back, many stars.
function mayHang(query) {
  return /^\/.+\/$/u.test(query) && (/\)[*+{]|\\[1-9k]/u.test(query) || (query.match(/[*+]|\{\d*,/gu) ?? []).length > 2);
}

// The hash of an address in parts: the number of a segment, and what is asked of the list; null where it has neither.
function parted(hash) {
  const found = /^#(?:seg-(\d{1,9})|segments)(?:\?(.*))?$/su.exec(hash);
  return found && (found[1] || found[2] !== undefined) ? { number: found[1] ? Number(found[1]) : null, asked: found[2] } : null;
}

// Put what is asked for into the address; a page within another page may have no history of its own.
function remember(asked, hash) {
  try {
    history.replaceState({ asked }, "", hash);
  } catch {
    return;
  }
}

// The names that links have for the values of a field: words instead of numbers, so that a link can be read.
class Names {
  constructor() {
    this.values = new Map();
    this.words = new Map();
  }

  add(name, value) {
    let free = name;
    while (this.values.has(free)) free += "~";
    this.values.set(free, String(value));
    this.words.set(String(value), free);
  }
}
