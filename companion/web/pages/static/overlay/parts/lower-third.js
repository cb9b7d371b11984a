// The newest verdict with its sentence: it comes when a play is judged and goes by itself.  What lies wrong on
// the board is said as long as it does.
import { element } from "../../dom.js";
import { block, concerns, player, tinted, verdictTag } from "../pieces.js";
/** @import { Last, State } from "../../data.d.ts" */
/** @import { PartContext, Show, Texts } from "../../page.d.ts" */

/** How long a verdict stays: a little while, and the time to read it. */
const SHORTEST_MS = 5_000;
const LONGEST_MS = 20_000;
const LETTER_MS = 55;

/**
 * @param {PartContext} context
 * @returns {Show}
 */
export function part({ words, faces, options, again }) {
  /** @type {{ game: string, seq: number } | null} */
  let known = null;
  let until = -1;

  /**
   * @param {State} state
   * @param {Last} last
   */
  function verdict(state, last) {
    const seat = state.seats[last.seat];
    const head = block("header", "head", player(seat), faces.make(last.card, state.variant), verdictTag(words, last.verdict));
    return [tinted(block("div", "body", head, element("p", "sentence", words.sentence(last.text))), seat?.colour ?? "")];
  }

  /** @param {Texts} texts */
  function anomaly(texts) {
    return [block("div", "body", block("header", "head", verdictTag(words, "anomaly")), element("p", "sentence", words.sentence(texts)))];
  }

  /**
   * Notices a verdict that was not there before.  One that was there when the page was opened is old news, and so is one
   * that is the newest again after an undo.
   * @param {State} state
   */
  function notice({ game, last }) {
    const seq = last?.seq ?? -1;
    const isNew = known !== null && (game !== known.game || seq > known.seq);
    known = { game, seq: known?.game === game ? Math.max(seq, known.seq) : seq };
    if (!isNew || !last || !concerns(options, last.seat)) return;
    const stay = Math.min(SHORTEST_MS + LETTER_MS * words.sentence(last.text).length, LONGEST_MS);
    until = performance.now() + stay;
    setTimeout(again, stay + 50);
  }

  return ({ state, sample }) => {
    if (!state) return null;
    notice(state);
    if (state.amiss) return anomaly(state.amiss.text);
    return state.last && (sample || performance.now() < until) ? verdict(state, state.last) : null;
  };
}
