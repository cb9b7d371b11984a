// Cards and players as every page shows them.
import { element } from "./dom.js";
import { own } from "./shape.js";
import { picture } from "./symbols.js";
/** @import { BoardGeometry, CardsOfGame, Games, Seat, State } from "./data.d.ts" */
/** @import { Words } from "./words.js" */

/** A card as on the tablet: its pictogram in its colour, and its name.  The games are those on boards, by id. */
export class CardFaces {
  /**
   * @param {Words} words
   * @param {Record<string, CardsOfGame>} games
   */
  constructor(words, games) {
    this.words = words;
    this.games = games;
  }

  /**
   * @param {HTMLElement} span
   * @param {string | null | undefined} card
   * @param {string} variant
   */
  fill(span, card, variant) {
    span.hidden = !card;
    const look = own(own(this.games, variant)?.cards, card);
    span.style.color = look ? `var(--${look.colour.replace("_", "-")})` : "";
    span.replaceChildren(...(look ? [picture("pictogram", look.pictogram)] : []), card ? this.words.card(card) : "");
  }

  /**
   * @param {string} card
   * @param {string} variant
   */
  make(card, variant) {
    const span = element("span", "card");
    this.fill(span, card, variant);
    return span;
  }
}

/**
 * How many pawns, or rows of cards, each player brings home.
 * @param {State} state
 * @param {BoardGeometry | null} geometry
 * @param {Pick<Games, "card_games">} known
 */
export function goalCount(state, geometry, known) {
  if (geometry) return geometry.goal[0].length;
  return own(known.card_games, state.variant)?.rows[state.seats.length] ?? 1;
}

/**
 * What is home of what goes there.
 * @param {Words} words
 * @param {Seat} seat
 * @param {number} goal
 */
export function homePips(words, seat, goal) {
  const pips = element("span", "pips");
  pips.role = "img";
  pips.title = pips.ariaLabel = `${seat.home}/${goal} ${words.text("home")}`;
  for (let index = 0; index < goal; index++) pips.append(element("i", index < seat.home ? "full" : ""));
  return pips;
}

/**
 * How many cards, never which.
 * @param {Words} words
 * @param {Seat} seat
 */
export function handOf(words, seat) {
  const cards = element("span", "hand");
  const count = seat.cards ?? null;
  if (count !== null) {
    cards.role = "img";
    cards.ariaLabel = `${count} ${words.text("cards")}`;
  }
  const fan = element("span", "fan");
  for (let index = 0; index < Math.min(count ?? 0, MOST_IN_FAN); index++) fan.append(element("i"));
  cards.append(fan, element("b", "count", count ?? "–"));
  return cards;
}

/** Cards drawn of a hand; the number beside them says how many there are. */
const MOST_IN_FAN = 7;
