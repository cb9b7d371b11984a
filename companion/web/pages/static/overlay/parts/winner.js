// Who won, from the end of the game until the next one.
import { element } from "../../dom.js";
import { picture } from "../../symbols.js";
import { block, player, roundText } from "../pieces.js";
/** @import { PartContext, Show } from "../../page.d.ts" */

/**
 * @param {PartContext} context
 * @returns {Show}
 */
export function part({ words }) {
  return ({ state, sample }) => {
    if (!state) return null;
    const result = state.result ?? (sample ? [0, 2].filter((seat) => seat < state.seats.length) : null);
    if (!result) return null;
    const seats = result.flatMap((seat) => state.seats[seat] ?? []);
    return [
      ...(seats.length ? [picture("icon trophy", "trophy")] : []),
      element("h1", "title", words.winners(state, result)),
      block("div", "players", ...seats.map((seat) => player(seat))),
      element("p", "fine", [words.game(state.variant), roundText(words, state)].filter(Boolean).join(" · ")),
    ];
  };
}
