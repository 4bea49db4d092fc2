// Marks behind a text that stays one text node: no element ever stands between two letters, so that they join.

import { make } from "./elements.js";

export class Paint {
  constructor(frame, paragraph) {
    this.frame = frame;
    this.node = paragraph.firstChild;
    this.layer = make("div", { class: "layer", "aria-hidden": "true" });
    this.marks = [];
    frame.prepend(this.layer);
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(frame);
  }

  /** Where a span is on the screen, one box for each line and each run of one direction. */
  boxes(start, end) {
    const range = document.createRange();
    range.setStart(this.node, start);
    range.setEnd(this.node, end);
    return Array.from(range.getClientRects()).filter((box) => box.width > 0);
  }

  /** Show these marks: [{start, end, kind}]. */
  show(marks) {
    this.marks = marks;
    this.draw();
  }

  draw() {
    const frame = this.frame.getBoundingClientRect();
    const boxes = this.marks.flatMap((mark) => this.boxes(mark.start, mark.end).map((box) => this.#box(box, frame, mark.kind)));
    this.layer.replaceChildren(...boxes);
  }

  #box(box, frame, kind) {
    const drawn = make("span", { class: `mark ${kind}` });
    const { style } = drawn;
    style.left = `${box.left - frame.left - this.frame.clientLeft}px`;
    style.top = `${box.top - frame.top - this.frame.clientTop}px`;
    style.width = `${box.width}px`;
    style.height = `${box.height}px`;
    return drawn;
  }

  /** The place in the text that is nearest to a point of the screen, or null outside of it. */
  place(x, y) {
    const spot = document.caretPositionFromPoint?.(x, y);
    if (spot) return spot.offsetNode === this.node ? spot.offset : null;
    const range = document.caretRangeFromPoint?.(x, y);
    return range && range.startContainer === this.node ? range.startOffset : null;
  }

  /** The word at a point of the screen, if there is one. */
  wordAt(words, x, y) {
    const place = this.place(x, y);
    if (place === null) return null;
    const near = words.filter((word) => word.start <= place && place <= word.end);
    return near.find((word) => this.boxes(word.start, word.end).some((box) => inside(box, x, y))) ?? null;
  }
}

const inside = (box, x, y) => box.left <= x && x <= box.right && box.top - 4 <= y && y <= box.bottom + 4;
