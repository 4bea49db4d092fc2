// A film of post-editing: the events of one text, played, stepped through, or read as a table.

import { replayed } from "/static/task/replay.js";

const byId = (id) => document.getElementById(id);
const base = `/admin/c/${encodeURIComponent(byId("film").dataset.name)}/film`;
const PAUSE = 2000, REST = 300000, AWAY = 1000, SLOWEST = 400; // milliseconds
const MANY = 3000; // events that a table shows
const KINDS = { i: "typed", e: "erased", p: "pasted", x: "cut", d: "dragged", u: "undid", r: "did again", c: "input method", v: "without keys (dictation or a suggestion)",
  s: "chose a spelling", "=": "set by the program", k: "pressed a key", m: "clicked", y: "copied", a: "selected", w: "scrolled", o: "a visit begins", z: "the visit ends", f: "came back to the page", b: "left the page" };
const KEYS = { L: "letter", D: "digit", W: "white space", S: "symbol", N: "navigation", E: "erase", C: "copy", X: "cut", V: "paste", Z: "undo", "-": "" };
const CHANGES = "iepxdurcvs=";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

async function ask(path) {
  const answer = await fetch(`${base}${path}`, { headers: { "X-Assay": "1" } });
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(body?.message ?? `The server answered ${answer.status}.`);
  return body;
}

async function guarded(work) {
  try {
    await work();
    byId("problem").hidden = true;
  } catch (error) {
    byId("problem").textContent = error.message;
    byId("problem").hidden = false;
  }
}

/** All events of a film in one list, each with the text after it; times are seconds of the clock of the browser. */
function eventsOf(film) {
  let text = film.blind ? Array.from(film.mt).length : film.mt;
  const events = [];
  for (const record of film.records) {
    let change = 0;
    Array.from(record.kind).forEach((kind, at) => {
      const event = { kind, key: record.key[at], clock: record.clock + record.t[at], text };
      if (CHANGES.includes(kind)) {
        event.change = { at: record.at[change], removed: record.del[change], inserted: record.ins[change] };
        event.before = text;
        text = replayed(text, { at: [event.change.at], del: [event.change.removed], ins: [event.change.inserted] });
        event.text = text;
        change += 1;
      }
      events.push(event);
    });
  }
  return events;
}

/** When each event comes in the film: no clock that jumps back, no sleep, nobody away; pauses short if asked for. */
function timed(events, short) {
  let now = 0, away = false;
  events.forEach((event, at) => {
    const gap = at ? Math.max(0, event.clock - events[at - 1].clock) : 0;
    now += away || gap > REST ? Math.min(gap, AWAY) : short ? Math.min(gap, PAUSE) : gap;
    event.time = now;
    if ("bz".includes(event.kind)) away = true;
    else if (!"way".includes(event.kind)) away = false;
  });
  return now;
}

const seconds = (time) => `${(time / 1000).toFixed(1)} s`;
const shown = (text) => (typeof text === "number" ? "•".repeat(text) : text);
const quoted = (text) => (typeof text === "number" ? `${text} characters` : `“${text}”`);

class Theatre {
  constructor() {
    this.playing = false;
    byId("play").addEventListener("click", () => this.toggle());
    byId("previous").addEventListener("click", () => this.step(-1));
    byId("next").addEventListener("click", () => this.step(1));
    byId("time").addEventListener("input", () => { this.stop(); this.seek(Number(byId("time").value)); });
    byId("short").addEventListener("change", () => this.#time());
    byId("all").addEventListener("toggle", () => this.#table());
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  show(film) {
    this.stop();
    this.film = film;
    this.events = eventsOf(film);
    byId("stage").hidden = false;
    byId("stage-title").textContent = `Segment ${film.segment}, ${film.editor}, ${film.system === "scratch" ? "from scratch" : `from ${film.system}`}`;
    byId("source").textContent = film.source;
    byId("source").lang = film.languages[0];
    byId("text").lang = film.languages[1];
    byId("events").replaceChildren();
    this.at = -1;
    this.#time();
    this.#table();
  }

  #time() {
    const last = timed(this.events, byId("short").checked);
    byId("time").max = Math.max(1, last);
    this.#strip(last);
    this.#draw(true);
  }

  /** Ticks where the text changed, higher ones for more. */
  #strip(last) {
    const tick = (event) => {
      const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
      const size = typeof event.change.inserted === "number" ? event.change.inserted : event.change.inserted.length;
      const x = (1000 * event.time) / Math.max(1, last), high = Math.min(40, 10 + 3 * (size + event.change.removed));
      for (const [name, value] of Object.entries({ x1: x, x2: x, y1: 40, y2: 40 - high, class: `kind-${event.kind === "=" ? "set" : event.kind}` })) line.setAttribute(name, value);
      return line;
    };
    const changes = this.events.filter((event) => event.change);
    byId("strip").replaceChildren(...changes.map(tick));
    byId("strip").setAttribute("aria-label", `${changes.length} changes in ${seconds(last)}`);
  }

  // --- time ---

  get time() { return Number(byId("time").value); }

  /** Go to a time: the last event that has happened by then is shown. */
  seek(time) {
    this.at = this.events.findLastIndex((event) => event.time <= time);
    byId("time").value = time;
    this.#draw();
  }

  step(by) {
    this.stop();
    this.at = Math.max(-1, Math.min(this.events.length - 1, this.at + by));
    this.#draw(true);
  }

  toggle() {
    if (this.playing) return this.stop();
    if (this.at >= this.events.length - 1) { this.at = -1; byId("time").value = 0; }
    this.playing = true;
    byId("play").textContent = "Stop";
    let last = performance.now(), shownAt = 0;
    const frame = (now) => {
      if (!this.playing) return;
      const time = this.time + (now - last) * Number(byId("speed").value);
      if (!calm.matches || now - shownAt > SLOWEST) { this.seek(Math.round(time)); last = now; shownAt = now; }
      if (this.at >= this.events.length - 1) this.stop();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return undefined;
  }

  stop() {
    if (!this.playing) return;
    this.playing = false;
    byId("play").textContent = "Play";
    this.#draw();
  }

  // --- what is seen ---

  /** Show the text after the present event, what it changed marked; nothing but the text is in the element. */
  #draw(moved = false) {
    const event = this.events[this.at];
    if (moved) byId("time").value = event?.time ?? 0;
    const text = shown(event ? event.text : this.events[0]?.before ?? this.#begun());
    const { change } = event ?? {};
    if (change && this.at < this.events.length - 1) this.#marked(text, change);
    else byId("text").replaceChildren(text);
    byId("clock").textContent = `${seconds(this.time)} of ${seconds(Number(byId("time").max))}`;
    byId("time").setAttribute("aria-valuetext", seconds(this.time));
    if (!this.playing) byId("said").textContent = event ? this.#words(event) : "The text as it was given.";
  }

  #begun() { return this.film.blind ? Array.from(this.film.mt).length : this.film.mt; }

  #marked(text, change) {
    const letters = Array.from(text);
    const end = change.at + Array.from(shown(change.inserted)).length;
    const mark = Object.assign(document.createElement("mark"), { textContent: letters.slice(change.at, end).join("") });
    if (end === change.at) mark.className = "gap";
    byId("text").replaceChildren(letters.slice(0, change.at).join(""), mark, letters.slice(end).join(""));
  }

  #words(event) {
    const parts = [`${seconds(event.time)}: ${KINDS[event.kind]}`];
    if (event.change?.removed) parts.push(`took away ${quoted(this.#taken(event))}`);
    if (event.change?.inserted.length || event.change?.inserted > 0) parts.push(`put there ${quoted(event.change.inserted)}`);
    if (event.kind === "k") parts.push(KEYS[event.key]);
    return parts.filter(Boolean).join(", ");
  }

  #taken({ before, change }) {
    return typeof before === "number" ? change.removed : Array.from(before).slice(change.at, change.at + change.removed).join("");
  }

  #table() {
    if (!byId("all").open || byId("events").childElementCount) return;
    const cell = (text) => Object.assign(document.createElement("td"), { textContent: text });
    byId("events").replaceChildren(...this.events.slice(0, MANY).map((event) => {
      const row = document.createElement("tr");
      const { change } = event;
      row.append(cell((event.time / 1000).toFixed(1)), cell(KINDS[event.kind]), cell(KEYS[event.key]), cell(change ? change.at : ""),
        cell(change?.removed ? this.#taken(event) : ""), cell(change ? change.inserted : ""));
      return row;
    }));
  }

  #key(event) {
    if (!this.film || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, summary, a")) return;
    const by = event.shiftKey ? 10 : 1, speed = byId("speed");
    const acts = {
      " ": () => this.toggle(), ArrowLeft: () => this.step(-by), ArrowRight: () => this.step(by),
      Home: () => this.step(-this.events.length), End: () => this.step(this.events.length),
      "+": () => { speed.selectedIndex = Math.min(speed.length - 1, speed.selectedIndex + 1); },
      "-": () => { speed.selectedIndex = Math.max(0, speed.selectedIndex - 1); },
    };
    if (event.key === " " && event.target.matches("button, input[type=checkbox]")) return;
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }
}

const theatre = new Theatre();

function choose(units) {
  const option = (value, text) => Object.assign(document.createElement("option"), { value, textContent: text });
  const editors = [...new Set(units.map((unit) => unit.editor))].sort();
  byId("editor").replaceChildren(...editors.map((name) => option(name, name)));
  const load = () => guarded(async () => {
    const [item, unit] = byId("unit").value.split("/");
    theatre.show(await ask(`/${item}/${unit}?editor=${encodeURIComponent(byId("editor").value)}`));
  });
  const list = () => {
    const own = units.filter((unit) => unit.editor === byId("editor").value);
    byId("unit").replaceChildren(...own.map((unit) => option(`${unit.item}/${unit.unit.slice(1)}`, `Segment ${unit.segment}, ${unit.systems.join(" and ")}`)));
    return load();
  };
  byId("editor").addEventListener("change", list);
  byId("unit").addEventListener("change", load);
  byId("choice").addEventListener("submit", (event) => event.preventDefault());
  return list();
}

guarded(async () => {
  const units = await ask("/units");
  byId("nothing").hidden = units.length > 0;
  byId("choice").hidden = !units.length;
  if (units.length) await choose(units);
});
