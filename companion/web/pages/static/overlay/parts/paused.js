// While the game is paused.
import { element } from "../../dom.js";
import { picture } from "../../symbols.js";
import { roundText } from "../pieces.js";
/** @import { PartContext, Show } from "../../page.d.ts" */

/**
 * @param {PartContext} context
 * @returns {Show}
 */
export function part({ words }) {
  return ({ state, signal, sample }) => {
    if (signal !== "paused" && !sample) return null;
    const next = state?.seats.length ? words.stage(state) : "";
    return [
      picture("icon", "pause"),
      element("h1", "title", words.text("paused")),
      ...(next ? [element("p", "game", next)] : []),
      ...(state?.round ? [element("p", "fine", roundText(words, state))] : []),
    ];
  };
}
