// How likely each side is to win, where the table publishes it and as long as it belongs to the game that is on.
import { element } from "../../dom.js";
import { isRecord } from "../../shape.js";
import { block, tinted } from "../pieces.js";

const isShare = (value) => Number.isFinite(value) && value >= 0 && value <= 1;

/** The sides of an analysis that can be read; null where there are none. */
function sidesOf(analysis, state) {
  if (!isRecord(analysis) || !Array.isArray(analysis.teams) || !analysis.teams.length) return null;
  if (analysis.epoch !== state.epoch || analysis.seq > state.seq || analysis.game !== state.game) return null;
  const fit = ({ seats, chance }) => isShare(chance) && Array.isArray(seats) && seats.length && seats.every((seat) => state.seats[seat]);
  return analysis.teams.every((each) => isRecord(each) && fit(each)) ? analysis.teams : null;
}

export function part({ words }) {
  function side(state, { seats, chance, margin }) {
    const sitting = seats.map((seat) => state.seats[seat]);
    const within = isShare(margin) && margin > 0 ? ` ±${Math.round(margin * 100)}` : "";
    const bar = element("i", "bar");
    bar.style.setProperty("--share", `${chance * 100}%`);
    const label = block("div", "label",
      element("b", "name", words.list(sitting.map(({ name }) => name))),
      block("span", "share", element("b", "", `${Math.round(chance * 100)} %`), element("small", "", within)),
    );
    return tinted(block("li", "side", label, block("span", "track", bar)), sitting[0].colour);
  }

  return ({ state, analysis }) => {
    const over = !state || (state.result !== null && state.result !== undefined);
    const sides = over ? null : sidesOf(analysis, state);
    if (!sides) return null;
    return [element("span", "title", words.text("overlay.chances")), block("ol", "sides", ...sides.map((each) => side(state, each)))];
  };
}
