// The board as it stands; in a game of cards alone the open row and everybody's rows.
import { Board, fetchDrawings } from "../../board.js";
import { CardTable } from "../../cards.js";
import { element } from "../../dom.js";
import { make } from "../../symbols.js";
/** @import { PartContext, Show } from "../../page.d.ts" */

/**
 * @param {PartContext} context
 * @returns {Promise<Show>}
 */
export async function part({ words, geometry, known, plate }) {
  plate.dataset.table = geometry ? "board" : "cards";
  const board = geometry ? new Board(drawing(), geometry, known, await fetchDrawings(known)) : new CardTable(table(), known, words);

  function drawing() {
    return make("svg", { id: "board", role: "img", "aria-label": words.text("board") }, plate);
  }

  function table() {
    const made = element("div", "table");
    plate.append(made);
    return made;
  }

  return ({ state }) => {
    if (!state?.position) return null;
    board.show(state);
    return true;
  };
}
