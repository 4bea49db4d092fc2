// What this browser keeps for one annotator: drafts, answers that wait to be sent, what was folded, and the next screens.

import { call } from "./server.js";

/** Open the memory of one annotator; where the browser gives none, it lasts as long as the page. */
export function openMemory(person) {
  const plain = new Map();
  const full = (name) => `assay.${person}.${name}`;
  return {
    /** Whether all of it is there when the page is opened again. */
    get lasts() { return plain.size === 0; },
    get(name) {
      if (plain.has(name)) return plain.get(name); // later than what the browser has
      try { return JSON.parse(localStorage.getItem(full(name))); }
      catch { return null; }
    },
    set(name, value) {
      try { localStorage.setItem(full(name), JSON.stringify(value)); plain.delete(name); }
      catch { plain.set(name, value); }
    },
    drop(name) {
      plain.delete(name);
      try { localStorage.removeItem(full(name)); } catch { /* nothing was kept there */ }
    },
    /** Forget all of this annotator. */
    clear() {
      plain.clear();
      try {
        for (const name of Object.keys(localStorage)) if (name.startsWith(full(""))) localStorage.removeItem(name);
      } catch { /* nothing was kept there */ }
    },
  };
}

const MOST_DRAFTS = 60;

/** Keep what is on a screen, and forget the oldest of many. */
export function keepDraft(memory, screen, step, draft) {
  const drafts = memory.get("drafts") ?? {};
  drafts[`${screen}/${step}`] = draft;
  const names = Object.keys(drafts).sort((a, b) => drafts[a].saved - drafts[b].saved);
  for (const name of names.slice(0, Math.max(0, names.length - MOST_DRAFTS))) delete drafts[name];
  memory.set("drafts", drafts);
}

export const keptDraft = (memory, screen, step) => (memory.get("drafts") ?? {})[`${screen}/${step}`] ?? null;

export function dropDraft(memory, screen, step) {
  const drafts = memory.get("drafts") ?? {};
  delete drafts[`${screen}/${step}`];
  memory.set("drafts", drafts);
}

/** Choose the later one of a draft here and a draft of the server. */
export function laterDraft(here, there) {
  if (!here || !there) return here ?? there ?? null;
  return (there.saved ?? 0) > (here.saved ?? 0) ? there : here;
}

/** The next screens, fetched while somebody is at work, so that a lost connection does not stop anybody. */
export class Ahead {
  screens = [];

  get next() { return this.screens[0] ?? null; }

  drop(name) { this.screens = this.screens.filter((kept) => kept.screen !== name); }

  async fetch(wanted) {
    this.screens = this.screens.filter((kept) => wanted.includes(kept.screen));
    for (const name of wanted.filter((each) => !this.screens.some((kept) => kept.screen === each))) {
      try {
        const { status, body } = await call("/api/open", { screen: name });
        if (status === 200) this.screens.push(body);
      } catch {
        return;
      }
    }
    this.screens.sort((a, b) => wanted.indexOf(a.screen) - wanted.indexOf(b.screen));
  }
}

/** The next question on a text that was closed, if it came with the one before. */
export function following(screen) {
  const [next, ...rest] = screen.following ?? [];
  return next ? { ...screen, ...next, step: screen.step + 1, following: rest, answer: null, draft: null } : null;
}
