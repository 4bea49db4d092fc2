// Talking to the server: every answer waits in the browser's memory until the server has said that it is stored.

import { say } from "./elements.js";

const PATIENCE = 20000; // milliseconds until a request counts as lost
const FIRST_WAIT = 1500, LONGEST_WAIT = 30000;

export class Lost extends Error {}

/** Send a request; a connection that is lost or a server that is down is `Lost`, all else has a status and a body. */
export async function call(path, body, { keepalive = false } = {}) {
  const watch = new AbortController();
  const timer = setTimeout(() => watch.abort(), PATIENCE);
  let response;
  try {
    response = await fetch(path, {
      method: "POST", keepalive, signal: watch.signal, credentials: "same-origin", cache: "no-store",
      headers: { "Content-Type": "application/json", "X-Assay": "1", "X-Assay-Person": document.documentElement.dataset.person },
      body: JSON.stringify(body),
    });
    if (response.status >= 500 || response.status === 429) throw new Lost(String(response.status));
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : null };
  } catch (error) {
    throw error instanceof Lost ? error : new Lost(String(error));
  } finally {
    clearTimeout(timer);
  }
}

/** A queue in the browser's memory: sent in order, each until the server has answered it. */
export class Queue {
  constructor(memory, { onlost, onback, ondone }) {
    this.memory = memory;
    Object.assign(this, { onlost, onback, ondone, wait: FIRST_WAIT, timer: 0, sending: null });
    addEventListener("online", () => this.send());
  }

  waiting() { return this.memory.get("queue") ?? []; }

  /** Add a request; a later answer to the same screen and step takes the place of one that still waits. `last`: a screen is done with it. */
  add(path, body, last = true) {
    const same = (entry) => entry.path === path && entry.body.screen === body.screen && entry.body.step === body.step;
    this.memory.set("queue", [...this.waiting().filter((entry) => !same(entry)), { path, body, last }]);
    return this.send();
  }

  /** Send all that waits; calls that come in the meantime wait for the same work. */
  send() {
    clearTimeout(this.timer);
    this.sending ??= this.#work().finally(() => { this.sending = null; });
    return this.sending;
  }

  async #work() {
    while (this.waiting().length) {
      const [entry] = this.waiting();
      let answer;
      try {
        answer = await call(entry.path, entry.body);
      } catch (error) {
        this.#later(error);
        return;
      }
      if (answer.status !== 401) this.#remove(entry);
      this.wait = FIRST_WAIT;
      this.onback();
      await this.ondone(entry, answer);
      if (answer.status === 401) return;
    }
  }

  #remove(entry) {
    this.memory.set("queue", this.waiting().filter((other) => other.body.key !== entry.body.key));
  }

  #later(error) {
    this.onlost(error);
    this.timer = setTimeout(() => this.send(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }
}

/** The reason that the server gives, in words of the interface where they have some for it. */
export const reason = (body) => worded(`refused.${body?.reason}`) ?? body?.message ?? say("refused.answer");

/** What the server found wrong with an answer, in words: [{unit, field, message}]. */
export const said = (body) => (body?.errors ?? []).map((error) => ({ ...error, message: worded(`wrong.${error.message}`, error.values) ?? error.message }));

function worded(key, values = {}) {
  const text = say(key, values);
  return text === key ? null : text;
}
