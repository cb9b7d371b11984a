// The table of a game of cards alone: the open row and every player's rows.  It shows what the state's position says and
// knows no rules; how many rows make a winner comes from the games' data.
import { element } from "./dom.js";
import { pawnColour, pawnSymbol, picture } from "./symbols.js";

const HIDDEN = "?";

export class CardTable {
  /** `known`: games.json; `cardName` and `text` speak the page's language. */
  constructor(frame, known, cardName, text) {
    this.frame = frame;
    // nobody deals again after the beginning
    this.dealt = false;
    this.games = known.card_games;
    this.cardName = cardName;
    this.text = text;
    this.frame.replaceChildren();
  }

  /** How many rows each player, or each partner, completes. */
  homes(state) {
    return this.games[state.variant]?.rows[state.seats.length] ?? 1;
  }

  show(state) {
    const position = state.position;
    if (!position) {
      this.frame.replaceChildren();
      return;
    }
    const table = element("div", "card-table");
    table.append(this.openRow(position.open), ...state.seats.map((seat) => this.rowsOf(state, seat)));
    this.frame.replaceChildren(table);
  }

  openRow(cards) {
    const part = element("section", "open-row");
    part.append(element("h2", "", this.text("open_row")));
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
    return element("span", "card", this.cardName(name));
  }

  rowsOf(state, seat) {
    const { rows, finished } = state.position;
    const part = element("section", "rows");
    part.dataset.seat = seat.seat;
    part.classList.toggle("turn", state.turn === seat.seat && state.stage !== "over");
    part.style.setProperty("--seat", pawnColour(seat.colour));
    const head = element("h2");
    head.append(picture("pawn", pawnSymbol(seat.colour)), element("span", "name", seat.name));
    part.append(head);
    const end = this.games[state.variant]?.row_end ?? "";
    for (let index = 0; index < finished[seat.seat]; index++) {
      const row = element("div", "row done");
      row.append(this.card(String(end)));
      part.append(row);
    }
    for (const cards of rows[seat.seat]) {
      const row = element("div", "row");
      row.append(...cards.map((card) => this.card(card)));
      part.append(row);
    }
    return part;
  }
}
