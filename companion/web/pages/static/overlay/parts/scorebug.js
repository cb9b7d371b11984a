// Who sits at the table: pawns at home, cards, whose turn it is, and what the table waits for.  With `seat` one row alone.
import { element } from "../../dom.js";
import { goalCount, handOf, homePips } from "../../faces.js";
import { pawnPicture, picture } from "../../symbols.js";
import { block, concerns, roundText, tinted } from "../pieces.js";
/** @import { Seat, State } from "../../data.d.ts" */
/** @import { Heard, PartContext, Show } from "../../page.d.ts" */

const EXCHANGES = "exchange";

/**
 * @param {PartContext} context
 * @returns {Show}
 */
export function part({ words, faces, geometry, known, options }) {
  /**
   * @param {State} state
   * @param {Heard} heard
   */
  function head(state, { info, signal }) {
    const about = block("div", "about", element("b", "game", words.game(state.variant)), element("span", "round", roundText(words, state)));
    const made = block("header", "head", element("i", "logo"), about);
    const notes = [
      ...(info?.demo ? [words.text("overlay.demo")] : []),
      ...(info?.delay_s ? [words.text("delayed", { s: info.delay_s })] : []),
    ];
    if (["paused", "lost"].includes(signal)) {
      const badge = element("b", "badge", words.text(signal));
      badge.dataset.state = signal;
      made.append(badge);
    }
    if (notes.length) made.append(element("small", "notes", notes.join(" · ")));
    return made;
  }

  /**
   * @param {State} state
   * @param {Seat} seat
   */
  function signs(state, seat) {
    const made = [];
    if (state.result?.includes(seat.seat)) made.push(picture("icon trophy", "trophy"));
    if (state.stage.startsWith(EXCHANGES) && seat.exchanged) made.push(picture("icon exchanged", "check"));
    return made;
  }

  /**
   * @param {State} state
   * @param {Seat} seat
   */
  function row(state, seat) {
    const dealer = geometry && state.dealer === seat.seat ? [words.text("dealer")] : [];
    const notes = [...dealer, ...(seat.out ? [words.text("out")] : [])].join(" · ");
    const who = block("div", "who", element("b", "name", seat.name), ...(notes ? [element("small", "notes", notes)] : []));
    const goal = goalCount(state, geometry, known);
    const made = block("li", "seat", pawnPicture(seat.colour), who, block("span", "signs", ...signs(state, seat)), homePips(words, seat, goal), handOf(words, seat));
    made.dataset.seat = String(seat.seat);
    made.classList.toggle("turn", state.turn === seat.seat && state.stage !== "over");
    made.classList.toggle("out", Boolean(seat.out));
    return tinted(made, seat.colour);
  }

  /**
   * Partners side by side, in the order in which the teams sit.
   * @param {State} state
   */
  function teams(state) {
    const shown = state.seats.filter((seat) => concerns(options, seat.seat));
    const sides = [...new Set(shown.map((seat) => seat.team))];
    return sides.map((team) => block("ol", "team", ...shown.filter((seat) => seat.team === team).map((seat) => row(state, seat))));
  }

  /** @param {State} state */
  function foot(state) {
    const result = state.result ?? null;
    const count = state.pending && state.pending.count > 1 ? ` (${state.pending.count})` : "";
    const asks = element("p", "asks", result ? words.winners(state, result) : words.stage(state) + count);
    const line = block("div", "turn-line", asks, ...(state.declared && !result ? [faces.make(state.declared, state.variant)] : []));
    return block("footer", "foot", line, piles(state));
  }

  /** @param {State} state */
  function piles(state) {
    const deck = state.deck ?? null;
    const made = block("p", "piles", ...(deck === null ? [] : [element("span", "", `${words.text("deck")} ${deck}`)]));
    made.append(element("span", "", `${words.text("discard_pile")} ${state.discard.count}`));
    if (state.discard.top) made.append(faces.make(state.discard.top, state.variant));
    return made;
  }

  return (feed) => {
    const { state } = feed;
    if (!state?.seats.length) return null;
    const seats = teams(state);
    if (options.seat !== null) return seats.length ? seats : null;
    return [head(state, feed), block("div", "seats", ...seats), foot(state)];
  };
}
