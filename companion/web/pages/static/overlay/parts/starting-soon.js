// Before the first play: the game, who plays, and who begins.  Without a table it says no more than that it starts soon.
import { element } from "../../dom.js";
import { block, player } from "../pieces.js";
/** @import { PartContext, Show } from "../../page.d.ts" */

/**
 * @param {PartContext} context
 * @returns {Show}
 */
export function part({ words }) {
  const title = () => [element("i", "logo"), element("h1", "title", words.text("overlay.starting-soon"))];

  return ({ state, sample }) => {
    if (!state?.seats.length) return title();
    if (state.ply > 0 && !sample) return null;
    const first = state.seats[state.first];
    return [
      ...title(),
      element("p", "game", words.game(state.variant)),
      block("div", "players", ...state.seats.map((seat) => player(seat))),
      ...(first ? [element("p", "fine", words.text("overlay.first", { name: first.name }))] : []),
    ];
  };
}
