// The table of a game of cards alone: the open row and every player's rows.  It shows what the state's position says and
// knows no rules.
import { element } from "./dom.js";
import { own } from "./shape.js";
import { pawnColour, pawnPicture } from "./symbols.js";
/** @import { Games, Seat, State } from "./data.d.ts" */
/** @import { CardPosition } from "./page.d.ts" */
/** @import { Words } from "./words.js" */

const HIDDEN = "?";

export class CardTable {
  /**
   * @param {HTMLElement} frame
   * @param {Games} known
   * @param {Words} words
   */
  constructor(frame, known, words) {
    this.frame = frame;
    this.games = known.card_games;
    this.words = words;
    this.frame.replaceChildren();
  }

  /** @param {State} state */
  show(state) {
    const position = state.position;
    if (!position?.open) {
      this.frame.replaceChildren();
      return;
    }
    const table = element("div", "card-table");
    table.append(this.openRow(position.open), ...state.seats.map((seat) => this.rowsOf(state, position, seat)));
    this.frame.replaceChildren(table);
  }

  /** @param {CardPosition["open"]} cards */
  openRow(cards) {
    const part = element("section", "open-row");
    part.append(element("h2", "", this.words.text("open_row")));
    const row = element("ol");
    cards.forEach((card, index) => {
      const place = element("li");
      place.dataset.place = String(index + 1);
      place.append(this.card(card), element("small", "", index + 1));
      row.append(place);
    });
    part.append(row);
    return part;
  }

  /**
   * A card by its name; its back while nobody has named it, a gap where none lies.
   * @param {string | null} name
   */
  card(name) {
    if (name === null) return element("span", "gap");
    if (name === HIDDEN) return element("span", "card back");
    return element("span", "card", this.words.card(name));
  }

  /**
   * @param {State} state
   * @param {CardPosition} position
   * @param {Seat} seat
   */
  rowsOf(state, { rows, finished }, seat) {
    const part = element("section", "rows");
    part.dataset.seat = String(seat.seat);
    part.classList.toggle("turn", state.turn === seat.seat && state.stage !== "over");
    part.style.setProperty("--seat", pawnColour(seat.colour));
    const head = element("h2");
    head.append(pawnPicture(seat.colour), element("span", "name", seat.name));
    part.append(head);
    const end = own(this.games, state.variant)?.row_end ?? "";
    for (let index = 0; index < finished[seat.seat]; index++) {
      const row = element("div", "row done");
      row.append(this.card(String(end)));
      part.append(row);
    }
    for (const cards of rows[seat.seat] ?? []) {
      const row = element("div", "row");
      row.append(...cards.map((card) => this.card(card)));
      part.append(row);
    }
    return part;
  }
}
