// The boards that tables of a club play on; what one needs to be drawn is fetched when it is first seen.
import { fetchDrawings } from "./board.js";
import { fetchJson } from "./dom.js";
import { own } from "./shape.js";

export class Boards {
  /** `known`: boards.json. */
  constructor(known) {
    this.known = known;
    this.fetched = new Map();
  }

  /** The board of a table: the one that it names, else the usual one of its game; null where none is known. */
  find(state, info) {
    if (state.position?.open) return this.known.cards;
    if (!state.position?.pawns) return null;
    const named = own(this.known.boards, info?.board);
    const usual = own(this.known.boards, own(own(this.known.usual, state.variant), state.position.sectors));
    return named ?? usual ?? this.known.else ?? null;
  }

  /** Geometry, games and drawings of what `find` gave, without a board in a game of cards; null where they cannot be had. */
  async fetch(board) {
    if (!this.fetched.has(board.games)) this.fetched.set(board.games, this.load(board));
    return this.fetched.get(board.games);
  }

  async load(board) {
    try {
      const [geometry, known] = await Promise.all([board.geometry && fetchJson(board.geometry), fetchJson(board.games)]);
      return { geometry, known, drawings: geometry && (await fetchDrawings(known)) };
    } catch {
      return null;
    }
  }
}
