// What several overlays are made of.
import { element } from "../dom.js";
import { pawnColour, pawnPicture, picture } from "../symbols.js";

const ICONS = { legal: "check", illegal: "cross", anomaly: "question" };

/** An element with children. */
export function block(name, className, ...children) {
  const made = element(name, className);
  made.append(...children);
  return made;
}

/** A player by pawn and name; the pawn alone where the seat is nobody's. */
export function player(seat) {
  return block("span", "player", pawnPicture(seat?.colour ?? ""), element("b", "name", seat?.name ?? ""));
}

/** The word of a verdict with its sign: legal, illegal or anomaly. */
export function verdictTag(words, verdict) {
  const kind = Object.hasOwn(ICONS, verdict) ? verdict : "illegal";
  const tag = block("span", "tag", picture("icon", ICONS[kind]), words.text(kind));
  tag.dataset.verdict = kind;
  return tag;
}

/** Gives an element the colour of a seat as `--seat`. */
export function tinted(made, colour) {
  made.style.setProperty("--seat", pawnColour(colour, "line"));
  return made;
}

/** The round and the count of plays; "" before there are any. */
export const roundText = (words, state) => (state.round ? words.text("round", { round: state.round, ply: state.ply }) : "");

/** Whether an overlay that was asked for one seat has to speak of this one. */
export const concerns = (options, seat) => options.seat === null || options.seat === seat;
