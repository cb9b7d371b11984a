// Who played which card last, what the referee says of it, and the play in words.
import { element } from "../../dom.js";
import { block, concerns, player, tinted, verdictTag } from "../pieces.js";
/** @import { PartContext, Show } from "../../page.d.ts" */

/**
 * @param {PartContext} context
 * @returns {Show}
 */
export function part({ words, faces, options }) {
  return ({ state }) => {
    const last = state?.last;
    if (!last || !concerns(options, last.seat)) return null;
    const seat = state.seats[last.seat];
    const sentence = words.sentence(last.text);
    return [tinted(block("div", "body",
      block("header", "head", element("span", "title", words.text("overlay.last-play")), verdictTag(words, last.verdict)),
      block("div", "played", player(seat), faces.make(last.card, state.variant)),
      ...(sentence ? [element("p", "sentence", sentence)] : []),
    ), seat?.colour ?? "")];
  };
}
