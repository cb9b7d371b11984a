// How likely each side is to win, where the table publishes it and as long as it belongs to the game that is on.
import { element } from "../../dom.js";
import { block, tinted } from "../pieces.js";
/** @import { Analysis, State, Team } from "../../data.d.ts" */
/** @import { PartContext, Show } from "../../page.d.ts" */

/**
 * The sides of an analysis of the game that is on; null where there are none.
 * @param {Analysis | null} analysis
 * @param {State} state
 */
function sidesOf(analysis, state) {
  if (!analysis?.teams.length) return null;
  if (analysis.epoch !== state.epoch || analysis.seq > state.seq || analysis.game !== state.game) return null;
  /** @param {Team} team */
  const sit = ({ seats }) => seats.length && seats.every((seat) => state.seats[seat]);
  return analysis.teams.every(sit) ? analysis.teams : null;
}

/**
 * @param {PartContext} context
 * @returns {Show}
 */
export function part({ words }) {
  /**
   * @param {State} state
   * @param {Team} team
   */
  function side(state, { seats, chance, margin }) {
    const sitting = seats.map((seat) => state.seats[seat]);
    const within = margin > 0 ? ` ±${Math.round(margin * 100)}` : "";
    const bar = element("i", "bar");
    bar.style.setProperty("--share", `${chance * 100}%`);
    const label = block("div", "label",
      element("b", "name", words.list(sitting.map(({ name }) => name))),
      block("span", "share", element("b", "", `${Math.round(chance * 100)} %`), element("small", "", within)),
    );
    return tinted(block("li", "side", label, block("span", "track", bar)), sitting[0].colour);
  }

  return ({ state, analysis }) => {
    if (!state || (state.result ?? null)) return null;
    const sides = sidesOf(analysis, state);
    if (!sides) return null;
    return [element("span", "title", words.text("overlay.chances")), block("ol", "sides", ...sides.map((each) => side(state, each)))];
  };
}
