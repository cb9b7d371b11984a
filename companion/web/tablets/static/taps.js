// A finger that taps twice, or on a page that moves: it answers no question that came between.

/** As on the tablet's own window. */
const DOUBLE_MS = 400;
const NEAR_PX = 50;

/** Knows the last first tap with the question that it met, and when the page was moved. */
export class Taps {
  constructor() {
    this.first = { at: -Infinity, x: 0, y: 0, question: "" };
    this.movedAt = -Infinity;
  }

  /** The page was scrolled: a finger on its way meets something else. */
  moved() {
    this.movedAt = performance.now();
  }

  /**
   * Whether a click is that of a finger on its way when the page moved; keys and screen readers have no place.
   * @param {MouseEvent} event
   */
  misses(event) {
    return event.detail > 0 && event.timeStamp - this.movedAt < DOUBLE_MS;
  }

  /**
   * Whether a click is the second half of a double tap, and meets another question than the first.  A mouse counts its
   * clicks, a finger does not in every browser.
   * @param {MouseEvent} event
   * @param {string} question
   */
  strays(event, question) {
    const { at, x, y } = this.first;
    const isFinger = event instanceof PointerEvent && event.pointerType === "touch";
    const isNear = Math.hypot(event.clientX - x, event.clientY - y) < NEAR_PX;
    if (event.detail > 1 || (isFinger && isNear && event.timeStamp - at < DOUBLE_MS)) return question !== this.first.question;
    this.first = { at: event.timeStamp, x: event.clientX, y: event.clientY, question };
    return false;
  }
}
