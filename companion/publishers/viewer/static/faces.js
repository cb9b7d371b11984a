// Cards and players as every page shows them.
import { element } from "./dom.js";
import { own } from "./shape.js";
import { picture } from "./symbols.js";

/** A card as on the tablet: its pictogram in its colour, and its name. */
export class CardFaces {
  /** `games`: the board games of games.json, by id. */
  constructor(words, games) {
    this.words = words;
    this.games = games;
  }

  fill(span, card, variant) {
    span.hidden = !card;
    const look = own(own(this.games, variant)?.cards, card);
    span.style.color = look ? `var(--${look.colour.replace("_", "-")})` : "";
    span.replaceChildren(...(look ? [picture("pictogram", look.pictogram)] : []), card ? this.words.card(card) : "");
  }

  make(card, variant) {
    const span = element("span", "card");
    this.fill(span, card, variant);
    return span;
  }
}

/** How many pawns, or rows of cards, each player brings home. */
export function goalCount(state, geometry, known) {
  if (geometry) return geometry.goal[0].length;
  return own(known.card_games, state.variant)?.rows[state.seats.length] ?? 1;
}

/** What is home of what goes there. */
export function homePips(words, seat, goal) {
  const pips = element("span", "pips");
  pips.title = pips.ariaLabel = `${seat.home}/${goal} ${words.text("home")}`;
  for (let index = 0; index < goal; index++) pips.append(element("i", index < seat.home ? "full" : ""));
  return pips;
}

/** How many cards, never which. */
export function handOf(words, seat) {
  const cards = element("span", "hand");
  const known = seat.cards !== null && seat.cards !== undefined;
  cards.ariaLabel = known ? `${seat.cards} ${words.text("cards")}` : "";
  const fan = element("span", "fan");
  for (let index = 0; known && index < Math.min(seat.cards, MOST_IN_FAN); index++) fan.append(element("i"));
  cards.append(fan, element("b", "count", known ? seat.cards : "–"));
  return cards;
}

/** Cards drawn of a hand; the number beside them says how many there are. */
const MOST_IN_FAN = 7;
