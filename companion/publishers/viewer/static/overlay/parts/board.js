// The board as it stands; in a game of cards alone the open row and everybody's rows.
import { Board, fetchDrawings } from "../../board.js";
import { CardTable } from "../../cards.js";
import { element } from "../../dom.js";
import { make } from "../../symbols.js";

export async function part({ words, geometry, known, plate }) {
  const frame = geometry ? make("svg", { id: "board", role: "img", "aria-label": words.text("board") }) : element("div", "table");
  plate.append(frame);
  plate.dataset.table = geometry ? "board" : "cards";
  const board = geometry ? new Board(frame, geometry, known, await fetchDrawings(known)) : new CardTable(frame, known, words);
  return ({ state }) => {
    if (!state?.position) return null;
    board.show(state);
    return true;
  };
}
