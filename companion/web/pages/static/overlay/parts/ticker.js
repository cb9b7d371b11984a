// What happens, as a line: the newest first, and of the older ones as many as there is room for.  The sentences are those of
// the commentary; without one, what the state says of its newest events.
import { element } from "../../dom.js";
import { newestEvents } from "../events.js";
import { block } from "../pieces.js";
/** @import { Commentary, State } from "../../data.d.ts" */
/** @import { PartContext, Show } from "../../page.d.ts" */

/**
 * @param {PartContext} context
 * @returns {Show}
 */
export function part({ words, plate, again }) {
  new ResizeObserver(again).observe(plate);

  /**
   * Takes away from the end what does not fit wholly; a sentence too long for the line gives way to `short`.
   * @param {HTMLElement} line
   * @param {string} short
   */
  function trim(line, short) {
    const full = () => line.scrollWidth > line.clientWidth;
    while (line.children.length > 1 && full()) line.lastElementChild?.remove();
    const newest = line.firstElementChild;
    if (newest && (full() || newest.scrollWidth > newest.clientWidth)) newest.textContent = short;
  }

  /**
   * The sentences of the game that is on, the newest first; a table that comments nothing has none.
   * @param {State} state
   * @param {Commentary | null} commentary
   */
  function commented(state, commentary) {
    if (commentary?.epoch !== state.epoch || commentary.game !== state.game) return [];
    return commentary.lines.map(({ text }) => words.sentence(text)).reverse();
  }

  /**
   * The newest event's own sentence, and the others in short.
   * @param {State} state
   */
  function recent(state) {
    const events = newestEvents(words, state);
    const whole = state.last && state.last.seq === events[0]?.event.seq ? words.sentence(state.last.text) : null;
    return events.map(({ text }, index) => (index ? text : whole ?? text));
  }

  return ({ state, commentary }) => {
    if (!state) return null;
    const spoken = commented(state, commentary);
    const texts = spoken.length ? spoken : recent(state);
    if (!texts.length) return null;
    const line = block("ul", "items", ...texts.map((text) => element("li", "item", text)));
    plate.replaceChildren(element("i", "logo"), line);
    trim(line, newestEvents(words, state)[0]?.text ?? texts[0]);
    return true;
  };
}
