// Who sits at the table: pawns at home, cards, whose turn it is, and what the table waits for.  With `seat` one row alone.
import { element } from "../../dom.js";
import { goalCount, handOf, homePips } from "../../faces.js";
import { pawnPicture, picture } from "../../symbols.js";
import { block, concerns, roundText, tinted } from "../pieces.js";

const EXCHANGES = "exchange";

export function part({ words, faces, geometry, known, options }) {
  function head({ state, info, signal }) {
    const made = block("header", "head", element("i", "logo"), element("span", "round", roundText(words, state)));
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

  function signs(state, seat) {
    const made = [];
    if (state.result?.includes(seat.seat)) made.push(picture("icon trophy", "trophy"));
    if (state.stage.startsWith(EXCHANGES) && seat.exchanged) made.push(picture("icon exchanged", "check"));
    return made;
  }

  function row(state, seat) {
    const dealer = geometry && state.dealer === seat.seat ? [words.text("dealer")] : [];
    const notes = [...dealer, ...(seat.out ? [words.text("out")] : [])].join(" · ");
    const who = block("div", "who", element("b", "name", seat.name), ...(notes ? [element("small", "notes", notes)] : []));
    const goal = goalCount(state, geometry, known);
    const made = block("li", "seat", pawnPicture(seat.colour), who, block("span", "signs", ...signs(state, seat)), homePips(words, seat, goal), handOf(words, seat));
    made.dataset.seat = seat.seat;
    made.classList.toggle("turn", state.turn === seat.seat && state.stage !== "over");
    made.classList.toggle("out", Boolean(seat.out));
    return tinted(made, seat.colour);
  }

  /** Partners side by side, in the order in which the teams sit. */
  function teams(state) {
    const shown = state.seats.filter((seat) => concerns(options, seat.seat));
    const sides = [...new Set(shown.map((seat) => seat.team))];
    return sides.map((team) => block("ol", "team", ...shown.filter((seat) => seat.team === team).map((seat) => row(state, seat))));
  }

  function foot(state) {
    const over = state.result !== null && state.result !== undefined;
    const count = state.pending?.count > 1 ? ` (${state.pending.count})` : "";
    const asks = element("p", "asks", over ? words.winners(state, state.result) : words.stage(state) + count);
    const line = block("div", "turn-line", asks, ...(state.declared && !over ? [faces.make(state.declared, state.variant)] : []));
    return block("footer", "foot", line, piles(state));
  }

  function piles(state) {
    const known = state.deck !== null && state.deck !== undefined;
    const made = block("p", "piles", ...(known ? [element("span", "", `${words.text("deck")} ${state.deck}`)] : []));
    made.append(element("span", "", `${words.text("discard_pile")} ${state.discard.count}`));
    if (state.discard.top) made.append(faces.make(state.discard.top, state.variant));
    return made;
  }

  return (feed) => {
    const { state } = feed;
    if (!state?.seats.length) return null;
    const seats = teams(state);
    if (options.seat !== null) return seats.length ? seats : null;
    return [head(feed), block("div", "seats", ...seats), foot(state)];
  };
}
