// The log of edits of a screen: events in records, records in parts, parts kept in this browser until they are stored.
//
// A part has a key and the number of parts before it, so that what is sent twice is stored once and nothing is stored
// out of order. Where the server has another log than this browser (another tab was at work), the log goes on from the
// server's, and the first event sets the text to what is on the screen.

import { freshKey } from "./elements.js";
import { difference, points, replayed } from "./replay.js";
import { call } from "./server.js";

const SEND_EVERY = 5000, SCROLL_EVERY = 500; // milliseconds
const LARGEST_PART = 40000, LARGEST_LOG = 1500000; // about as many bytes
const CLOCKS_APART = 1000; // milliseconds between two clocks that mean a sleep, or a clock that was set

export class EditLog {
  /** `boxes` are the fields that are edited: `unit`, `text`, `sync()`. */
  constructor(screen, memory, boxes) {
    Object.assign(this, { screen, memory, boxes, records: [], size: 0, timer: 0, sending: null, ended: false, away: false });
    this.blind = screen.fields.some((field) => field.log === "blind");
    this.name = `${screen.screen}/${screen.step}`;
    this.#restore(screen.logged);
    for (const box of boxes) this.#begin(box);
    this.listeners = new AbortController();
    this.#listen();
    this.active = null;
    this.visit(boxes[0].unit);
  }

  /** Take up what this browser still has of an earlier visit, if it follows on what the server has. */
  #restore(logged) {
    const open = this.memory.get(`open.${this.name}`) ?? [];
    for (const record of open.slice(-1)) if (!record.kind.endsWith("z")) { record.t.push(record.t.at(-1) ?? 0); record.kind += "z"; record.key += "-"; }
    let kept = (this.memory.get(`log.${this.name}`) ?? []).filter((part) => part.after >= logged.parts);
    if (open.length) kept = [...kept, this.#part(open, kept.length ? kept.at(-1).after + 1 : logged.parts)];
    this.confirmed = { ...logged.reached }; // the texts that the server has
    try {
      const reached = { ...logged.reached };
      kept.forEach((part, at) => {
        if (part.after !== logged.parts + at) throw new RangeError("a part is missing");
        for (const record of part.records) reached[record.unit] = replayed(reached[record.unit], record);
      });
      Object.assign(this, { stored: logged.parts, pending: kept, reached });
    } catch {
      Object.assign(this, { stored: logged.parts, pending: [], reached: { ...logged.reached } });
    }
    this.keep();
  }

  #part(records, after) { return { key: freshKey(), after, records }; }

  /** Where the screen shows another text than the log has reached, the log says so. */
  #begin(box) {
    const before = this.reached[box.unit], after = box.text;
    const change = this.blind
      ? (before === points(after) ? null : { at: 0, removed: before, inserted: after })
      : difference(before, after);
    if (change) this.add(box.unit, "=", { change });
  }

  #listen() {
    const { signal } = this.listeners;
    const there = (away) => {
      if (away === this.away) return;
      this.away = away;
      this.add(this.active, away ? "b" : "f");
    };
    let scrolled = 0;
    addEventListener("blur", () => there(true), { signal });
    addEventListener("focus", () => there(false), { signal });
    document.addEventListener("visibilitychange", () => there(document.hidden), { signal });
    addEventListener("scroll", () => {
      const now = performance.now();
      if (now - scrolled >= SCROLL_EVERY) this.add(this.active, "w");
      scrolled = now;
    }, { signal, passive: true, capture: true });
    addEventListener("pagehide", () => this.pause(), { signal });
    addEventListener("pageshow", (event) => { if (event.persisted) this.resume(); }, { signal });
  }

  /** Note an event: its kind and class of key as letters, when it was, and what it changed. */
  add(unit, kind, { key = "-", time = performance.now(), change = null } = {}) {
    if (this.ended || !unit) return;
    let record = this.records.at(-1);
    const wall = Date.now() - (performance.now() - time);
    if (record?.unit !== unit || Math.abs(record.clock + time - this.base - wall) > CLOCKS_APART) {
      record = { unit, clock: Math.max(0, Math.round(wall)), t: [], kind: "", key: "", at: [], del: [], ins: [] };
      this.records.push(record);
      this.base = time;
    }
    record.t.push(Math.max(0, Math.round(time - this.base)));
    record.kind += kind;
    record.key += key;
    if (change) {
      record.at.push(change.at);
      record.del.push(change.removed);
      record.ins.push(this.blind ? points(change.inserted) : change.inserted);
    }
    this.size += 24 + (change ? 3 * change.inserted.length : 0);
    if (this.size > LARGEST_PART) this.#close();
    this.timer ||= setTimeout(() => { this.#close(); this.send(); }, SEND_EVERY);
  }

  /** Somebody is at a unit now; time until the next visit is that unit's. */
  visit(unit) {
    if (unit === this.active) return;
    if (this.active) this.add(this.active, "z");
    this.active = unit;
    this.add(unit, "o");
  }

  /** Nobody is at the screen for now. */
  pause() {
    for (const box of this.boxes) box.sync();
    if (this.active) this.add(this.active, "z");
    this.paused = this.active;
    this.active = null;
    this.#close();
  }

  resume() { if (!this.active) this.visit(this.paused ?? this.boxes[0].unit); }

  /** End the part that is being written. */
  #close() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.records.length) return;
    this.pending.push(this.#part(this.records, this.stored + this.pending.length));
    this.records = [];
    this.size = 0;
    this.keep();
    if (this.pending.length > 1 && JSON.stringify(this.pending).length > LARGEST_LOG) this.#shorten();
  }

  /** Very much was edited without a connection: what is unsent becomes one change. */
  #shorten() {
    this.#restart({ parts: this.stored, reached: this.confirmed });
  }

  /** Go on from what the server has: one event sets every text to what is on the screen. */
  #restart(logged) {
    Object.assign(this, { stored: logged.parts, pending: [], records: [], size: 0, reached: logged.reached, confirmed: { ...logged.reached } });
    for (const box of this.boxes) this.#begin(box);
    this.#close();
  }

  /** Keep in this browser what is not stored. */
  keep() {
    if (this.ended) return;
    this.memory.set(`log.${this.name}`, this.pending);
    this.memory.set(`open.${this.name}`, this.records);
  }

  /** Send the parts that wait, one after the other; where that fails, they wait on. */
  send(options) {
    this.sending ??= this.#work(options).catch(() => {}).finally(() => { this.sending = null; });
    return this.sending;
  }

  async #work(options) {
    const { screen, step } = this.screen;
    while (this.pending.length && !this.ended) {
      const [part] = this.pending;
      const { status, body } = await call("/api/edits", { screen, step, ...part }, options);
      if (this.ended || this.pending[0] !== part) return;
      if (status < 400) this.#acknowledged(part);
      else if (status === 422 || body?.reason === "log-order" || body?.reason === "log-wrong") await this.#conflict();
      else return;
    }
  }

  #acknowledged(part) {
    for (const record of part.records) this.confirmed[record.unit] = replayed(this.confirmed[record.unit], record);
    this.pending.shift();
    this.stored += 1;
    this.keep();
  }

  async #conflict() {
    const { status, body } = await call("/api/open", { screen: this.screen.screen });
    if (status < 400 && body.logged && !this.ended) this.#restart(body.logged);
  }

  /** All that an answer must bring with it; the log can go on if the answer is turned down. */
  rest() {
    this.pause();
    return [...this.pending];
  }

  /** The server has all of it with the answer to a screen: nothing more is to be kept or sent. */
  answered(screen) {
    if (screen !== this.screen.screen) return;
    this.pending = [];
    this.listeners.abort();
    this.ended = true;
    clearTimeout(this.timer);
  }

  /** The screen is left: what is unsent stays in this browser, and is sent if that can be. */
  end() {
    if (this.ended) return;
    if (this.active) this.pause();
    this.keep();
    this.listeners.abort();
    const { screen, step } = this.screen;
    const [part] = this.pending;
    this.ended = true;
    clearTimeout(this.timer);
    if (part) call("/api/edits", { screen, step, ...part }, { keepalive: true }).catch(() => {});
  }
}

/** Watch what is edited on a screen; null where nothing is. */
export function beginLog(view, memory) {
  if (!view.screen.logged || !view.boxes.length) return null;
  const log = new EditLog(view.screen, memory, view.boxes);
  for (const box of view.boxes) box.watch(log);
  return log;
}

/** Forget the log of a screen, which the server has. */
export function dropLog(memory, screen, step) {
  memory.drop(`log.${screen}/${step}`);
  memory.drop(`open.${screen}/${step}`);
}
