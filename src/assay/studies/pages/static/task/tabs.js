// Several tabs of one annotator: one is at work, the others say so and can take over.

import { freshKey } from "./elements.js";

/** Watch for other tabs; `yielded()` is called when another one is at work. Returns what takes the work over. */
export function watchTabs(person, yielded) {
  const id = freshKey();
  let working = true;
  if (!("BroadcastChannel" in window)) return () => {};
  const channel = new BroadcastChannel(`assay.${person}`);
  const leave = () => {
    if (!working) return;
    working = false;
    yielded();
  };
  channel.onmessage = ({ data }) => {
    if (data.kind === "hello" && working) channel.postMessage({ kind: "working", to: data.id });
    else if (data.kind === "working" && data.to === id) leave();
    else if (data.kind === "taken") leave();
  };
  channel.postMessage({ kind: "hello", id });
  return () => {
    working = true;
    channel.postMessage({ kind: "taken", id });
  };
}
