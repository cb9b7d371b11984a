// What several overlays are made of.
import { element } from "../dom.js";
import { pawnColour, pawnPicture, picture } from "../symbols.js";
/** @import { State } from "../data.d.ts" */
/** @import { Options, SeatLook } from "../page.d.ts" */
/** @import { Words } from "../words.js" */

/** @type {Record<string, string>} */
const ICONS = { legal: "check", illegal: "cross", anomaly: "question" };

/**
 * An element with children.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} className
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function block(name, className, ...children) {
  const made = element(name, className);
  made.append(...children);
  return made;
}

/**
 * A player by pawn and name; the pawn alone where the seat is nobody's.
 * @param {SeatLook | undefined} seat
 */
export function player(seat) {
  return block("span", "player", pawnPicture(seat?.colour ?? ""), element("b", "name", seat?.name ?? ""));
}

/**
 * The word of a verdict with its sign: legal, illegal or anomaly.
 * @param {Words} words
 * @param {string} verdict
 */
export function verdictTag(words, verdict) {
  const kind = Object.hasOwn(ICONS, verdict) ? verdict : "illegal";
  const tag = block("span", "tag", picture("icon", ICONS[kind]), words.text(kind));
  tag.dataset.verdict = kind;
  return tag;
}

/**
 * Gives an element the colour of a seat as `--seat`.
 * @template {HTMLElement} Made
 * @param {Made} made
 * @param {string} colour
 * @returns {Made}
 */
export function tinted(made, colour) {
  made.style.setProperty("--seat", pawnColour(colour, "line"));
  return made;
}

/**
 * The round and the count of plays; "" before there are any.
 * @param {Words} words
 * @param {State} state
 */
export const roundText = (words, state) => (state.round ? words.text("round", { round: state.round, ply: state.ply }) : "");

/**
 * Whether an overlay that was asked for one seat has to speak of this one.
 * @param {Options} options
 * @param {number | null} seat
 */
export const concerns = (options, seat) => options.seat === null || options.seat === seat;
