// What this browser keeps for one annotator: drafts, answers that wait to be sent, and what was folded.

/** Open the memory of one annotator; where the browser gives none, it lasts as long as the page. */
export function openMemory(person) {
  const plain = new Map();
  const full = (name) => `assay.${person}.${name}`;
  return {
    get(name) {
      try { return JSON.parse(localStorage.getItem(full(name))) ?? plain.get(name) ?? null; }
      catch { return plain.get(name) ?? null; }
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
