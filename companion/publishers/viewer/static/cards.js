// The table of a game of cards alone: the open row and every player's rows.  It shows what the state's position says and
// knows no rules.
import { element } from "./dom.js";
import { own } from "./shape.js";
import { pawnColour, pawnPicture } from "./symbols.js";

const HIDDEN = "?";

export class CardTable {
  /** `known`: games.json. */
  constructor(frame, known, words) {
    this.frame = frame;
    this.games = known.card_games;
    this.words = words;
    this.frame.replaceChildren();
  }

  show(state) {
    const position = state.position;
    if (!position?.open) {
      this.frame.replaceChildren();
      return;
    }
    const table = element("div", "card-table");
    table.append(this.openRow(position.open), ...state.seats.map((seat) => this.rowsOf(state, seat)));
    this.frame.replaceChildren(table);
  }

  openRow(cards) {
    const part = element("section", "open-row");
    part.append(element("h2", "", this.words.text("open_row")));
    const row = element("ol");
    cards.forEach((card, index) => {
      const place = element("li");
      place.dataset.place = index + 1;
      place.append(this.card(card), element("small", "", index + 1));
      row.append(place);
    });
    part.append(row);
    return part;
  }

  /** A card by its name; its back while nobody has named it, a gap where none lies. */
  card(name) {
    if (name === null) return element("span", "gap");
    if (name === HIDDEN) return element("span", "card back");
    return element("span", "card", this.words.card(name));
  }

  rowsOf(state, seat) {
    const { rows, finished } = state.position;
    const part = element("section", "rows");
    part.dataset.seat = seat.seat;
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
