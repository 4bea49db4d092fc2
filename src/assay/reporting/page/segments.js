// ---- what is known of segments -------------------------------------------------------------------

class Segments {
  constructor(data) {
    Object.assign(this, data);
    this.column = Object.fromEntries(this.columns.map((name, place) => [name, place]));
    this.count = this.texts.length / this.columns.length;
    this.rows = Array.from({ length: this.count }, (_, row) => row);
    this.lowered = [];
    this.pattern = new RegExp(this.plain, "gu");
  }

  score(metric, system, row) {
    const value = this.scores[metric].of[system][row];
    return value === null ? NaN : value / this.scores[metric].scale;
  }

  written(metric, value) {
    return Number.isNaN(value) ? "–" : value.toFixed(this.scores[metric].scale === 10 ? 1 : 3);
  }

  // Missing words are counted in the reference, all others in the output.
  errors(number, system, row) {
    const letters = this.letters(system, row)[this.classes[number] === "missing" ? "reference" : "output"];
    let count = 0;
    for (let place = 0; place < letters.length; place++) count += classOf(letters, place) === number;
    return count;
  }

  text(column, row) {
    return this.texts[row * this.columns.length + this.column[column]];
  }

  // A letter for every word of an output, and of the reference it is held against: mark and class.
  letters(system, row) {
    const place = 2 * (row * this.systems.length + system);
    return { output: this.marks[place], reference: this.marks[place + 1] };
  }

  reference(system, row) {
    return this.references[this.chosen === null ? 0 : this.chosen[system][row]];
  }

  // Where the words of a text begin and end, in characters; a word that is not in the text has an empty place.
  cut(column, row) {
    const hidden = "source" in this.column ? 1 : 0; // words of the source are not known
    const code = this.cuts[row * (this.columns.length - hidden) + this.column[column] - hidden], found = [];
    if (code === "!") return found;
    if (code === "") return Array.from(this.text(column, row).matchAll(this.pattern), (word) => [word.index, word.index + word[0].length]);
    let position = 0;
    for (let place = 0; place < code.length; place++) {
      let left = 0, length = 0;
      if (code[place] === "~") {
        const end = code.indexOf(";", place);
        [left, length] = code.slice(place + 1, end).split(",").map(Number);
        place = end;
      } else {
        const letter = code.charCodeAt(place);
        const number = letter - 35 - (letter > 92 ? 1 : 0);
        [left, length] = [number % 2, number >> 1];
      }
      if (length) position += left;
      found.push([position, position + length]);
      position += length;
    }
    return found;
  }

  searched(row) {
    if (this.lowered[row] === undefined) {
      const texts = this.columns.map((column) => this.text(column, row) ?? "");
      this.lowered[row] = texts.join("\n").normalize("NFC").toLowerCase();
    }
    return this.lowered[row];
  }
}

const classOf = (letters, place) => (letters.charCodeAt(place) - 97) % 6;
const markOf = (letters, place) => Math.floor((letters.charCodeAt(place) - 97) / 6);

// Which words stand across from each other on the edit path; words out of order go to their own copies.
function linked(output, reference, words) {
  const there = Array(output.length).fill(-1), back = Array(reference.length).fill(-1);
  for (let i = 0, j = 0; i < output.length && j < reference.length; ) {
    if (markOf(output, i) === INSERTION) i++;
    else if (markOf(reference, j) === DELETION) j++;
    else {
      there[i] = j;
      back[j++] = i++;
    }
  }
  return { there, back, moved: movedTo(output, reference, words) };
}

// A word out of order goes to the same word of the reference, a wrong form to the nearest form there.
function movedTo(output, reference, words) {
  const moved = new Map(), places = (letters, number) => Array.from(letters, (_, place) => place).filter((place) => classOf(letters, place) === number);
  for (const number of [INFLECTED, REORDERED]) {
    let free = places(reference, number).slice(0, MOST_MOVED);
    for (const place of places(output, number).slice(0, MOST_MOVED)) {
      const alike = (other) => (number === REORDERED ? words.reference[other] === words.output[place] : likeness(words.output[place], words.reference[other]));
      const best = free.reduce((found, other) => (alike(other) > (found < 0 ? 0 : alike(found)) ? other : found), -1);
      if (best >= 0) moved.set(place, best);
      free = free.filter((other) => other !== best);
    }
  }
  return moved;
}

// ---- filter and sort -----------------------------------------------------------------------------

function matcher(query) {
  const pattern = /^\/(.+)\/$/u.exec(query);
  if (pattern) {
    try {
      const expression = new RegExp(pattern[1], "imu");
      return (text) => expression.test(text);
    } catch {
      return null;
    }
  }
  const words = query.normalize("NFC").toLowerCase();
  return (text) => text.includes(words);
}

// Where the words that are looked for stand in a text; nothing where they are no pattern.
function hits(query) {
  const pattern = /^\/(.+)\/$/u.exec(query);
  try {
    return query ? new RegExp(pattern ? pattern[1] : query.replace(/[\\^$.*+?()[\]{}|/-]/gu, "\\$&").replaceAll("\\-", "[-]"), "gimu") : null;
  } catch {
    return null;
  }
}

function inBucket(segments, value, systems, row) {
  const [kind, feature, bucket] = value.split(":");
  if (kind === "w") return (segments.words[feature].of[row] >> Number(bucket)) & 1;
  const columns = segments.features[feature].of;
  const asked = columns.length === 1 ? [0] : systems;
  return asked.some((system) => columns[system][row] === Number(bucket));
}

function filtered(segments, asked) {
  const systems = asked.system === "" ? segments.systems.map((_, place) => place) : [Number(asked.system)];
  const matches = asked.query ? matcher(asked.query) : () => true;
  if (matches === null) return null;
  const chosen = asked.numbers ? asked.numbers.map((number) => number - 1 - segments.first).filter((row) => row in segments.rows) : segments.rows;
  return chosen.filter(
    (row) =>
      (asked.class === "" || systems.some((system) => segments.errors(Number(asked.class), system, row))) &&
      (asked.bucket === "" || inBucket(segments, asked.bucket, systems, row)) &&
      (!asked.query || matches(segments.searched(row))),
  );
}

function over(values, of) {
  if (of === "mean") return values.reduce((sum, value) => sum + value, 0) / values.length;
  if (of === "spread") return Math.max(...values) - Math.min(...values);
  const [first, second] = of.split("-").map(Number);
  return second === undefined ? values[first] : values[first] - values[second];
}

function deviation(values) {
  const known = values.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length) || 1;
}

// By how much two metrics disagree about two systems: the smaller of the two differences, in standard deviations.
function disagreement(segments, metrics, of) {
  const pair = of.includes("-") ? of.split("-").map(Number) : segments.pair;
  const apart = metrics.map((metric) => segments.rows.map((row) => difference(segments, metric, pair, row)));
  const scale = apart.map(deviation);
  return (row) => {
    const [first, second] = apart.map((values, place) => values[row] / scale[place]);
    return first * second < 0 ? Math.min(Math.abs(first), Math.abs(second)) : 0;
  };
}

// How much better the first system of a pair is on a segment: positive is better for every metric.
function difference(segments, metric, pair, row) {
  const apart = segments.score(metric, pair[0], row) - segments.score(metric, pair[1], row);
  return segments.metrics[metric].higher ? apart : -apart;
}

// How telling segments are: how far systems are apart, in standard deviations of each metric, averaged; long segments
// tell more, for chance moves a score by about the root of the length. Of one system: how bad its scores are.
function telling(segments) {
  const { metrics, systems, references } = segments, places = systems.map((_, place) => place);
  const length = (row) => Math.sqrt(Math.max(...references.map((name) => segments.text("r:" + name, row)?.length ?? 0)));
  const all = metrics.map((_, metric) => segments.rows.map((row) => places.map((system) => segments.score(metric, system, row))));
  const scale = all.map((rows) => deviation(rows.flat()));
  return (row) => {
    const apart = metrics.map((metric, place) => {
      const known = all[place][row].filter(Number.isFinite);
      if (!known.length) return 0;
      if (systems.length === 1) return (metric.higher ? -known[0] : known[0]) / scale[place];
      return (length(row) * (Math.max(...known) - Math.min(...known))) / scale[place];
    });
    return apart.reduce((sum, value) => sum + value, 0);
  };
}

function sortKey(segments, sort, of) {
  const [kind, first, second] = sort.split(":");
  if (kind === "telling") return telling(segments);
  if (kind === "conflict") return disagreement(segments, [Number(first), Number(second)], of);
  const value = kind === "metric" ? "score" : "errors";
  return (row) => over(segments.systems.map((_, system) => segments[value](Number(first), system, row)), of);
}

function sorted(segments, rows, asked) {
  if (asked.numbers && asked.sort === "telling") return rows; // as they were named
  if (asked.sort === "number") return asked.order === "up" ? rows.toSorted((a, b) => a - b) : rows.toSorted((a, b) => b - a);
  const sign = asked.order === "up" ? 1 : -1, key = sortKey(segments, asked.sort, asked.of);
  const keys = new Map(rows.map((row) => [row, key(row)]));
  const rank = (row) => (Number.isNaN(keys.get(row)) ? Infinity : sign * keys.get(row));
  return rows.toSorted((a, b) => (rank(a) === rank(b) ? a - b : rank(a) - rank(b)));
}
