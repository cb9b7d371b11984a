// The newest events one below the other, with their cards.
import { element } from "../../dom.js";
import { pawnPicture, picture } from "../../symbols.js";
import { newestEvents } from "../events.js";
import { block, roundText, tinted } from "../pieces.js";
/** @import { State } from "../../data.d.ts" */
/** @import { PartContext, Show, WordedEvent } from "../../page.d.ts" */

const MOST = 6;

/**
 * @param {PartContext} context
 * @returns {Show}
 */
export function part({ words, faces }) {
  /**
   * A play by player, card and sign; anything else in words.
   * @param {State} state
   * @param {WordedEvent} worded
   */
  function row(state, { event, text }) {
    const seat = state.seats[event.seat ?? -1];
    const made = element("li", "event");
    made.dataset.kind = event.kind;
    made.append(seat ? pawnPicture(seat.colour) : element("i", "nobody"));
    if (event.card && seat) {
      made.append(element("b", "name", seat.name), faces.make(event.card, state.variant));
      made.append(picture("icon", event.kind === "illegal" ? "cross" : "check"));
    } else {
      made.append(element("span", "what", text));
    }
    return tinted(made, seat?.colour ?? "");
  }

  return ({ state }) => {
    if (!state) return null;
    const events = newestEvents(words, state).slice(0, MOST);
    if (!events.length) return null;
    return [
      block("header", "head", element("span", "title", words.text("overlay.timeline")), element("span", "round", roundText(words, state))),
      block("ol", "events", ...events.map((each) => row(state, each))),
    ];
  };
}
