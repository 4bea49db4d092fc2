// How long a screen took: since it was shown, while somebody was at work, and while the page was out of sight.

const IDLE = 60000; // milliseconds between two actions that count as work, at most
const ACTIONS = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart", "input"];

export class Clock {
  constructor(kept = null) {
    this.shown = kept?.shown ?? Date.now();
    this.active = kept?.active ?? 0;
    this.away = kept?.away ?? 0;
    this.first = kept?.first ?? null;
    this.last = performance.now();
    this.hidden = document.hidden ? this.last : null;
    this.began = this.last;
    this.act = (event) => this.#action(event);
    this.see = () => this.#sight();
    for (const kind of ACTIONS) addEventListener(kind, this.act, { capture: true, passive: true });
    document.addEventListener("visibilitychange", this.see);
  }

  #action(event) {
    const now = performance.now();
    if (this.hidden === null) this.active += Math.min(now - this.last, IDLE);
    this.last = now;
    if (this.first === null && event.type !== "pointermove" && event.type !== "wheel") this.first = now - this.began;
  }

  #sight() {
    const now = performance.now();
    if (document.hidden) {
      this.#action({ type: "pointermove" });
      this.hidden = now;
    } else if (this.hidden !== null) {
      this.away += now - this.hidden;
      this.hidden = null;
      this.last = now;
    }
  }

  /** What is stored with an answer, in whole milliseconds. */
  times() {
    const whole = Math.round;
    return { shown: this.shown, sent: Date.now(), active: whole(this.active), first: whole(this.first ?? 0), away: whole(this.away) };
  }

  stop() {
    for (const kind of ACTIONS) removeEventListener(kind, this.act, { capture: true });
    document.removeEventListener("visibilitychange", this.see);
  }
}
