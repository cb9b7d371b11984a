// The boards that tables of a club play on; what one needs to be drawn is fetched when it is first seen.
import { fetchDrawings } from "./board.js";
import { served } from "./dom.js";
import { own } from "./shape.js";
/** @import { BoardFiles, BoardGeometry, Boards as KnownBoards, Games, Info, State } from "./data.d.ts" */

/** @typedef {{ geometry: BoardGeometry | null, known: Games, drawings: Map<string, SVGSVGElement> }} BoardParts */

export class Boards {
  /** @param {KnownBoards} known */
  constructor(known) {
    this.known = known;
    /** @type {Map<string, Promise<BoardParts | null>>} */
    this.fetched = new Map();
  }

  /**
   * The board of a table: the one that it names, else the usual one of its game; null where none is known.
   * @param {State} state
   * @param {Info | null} info
   * @returns {BoardFiles | null}
   */
  find(state, info) {
    if (state.position?.open) return this.known.cards;
    if (!state.position?.pawns) return null;
    const named = own(this.known.boards, info?.board);
    const usual = own(this.known.boards, own(own(this.known.usual, state.variant), state.position.sectors));
    return named ?? usual ?? this.known.else ?? null;
  }

  /**
   * Geometry, games and drawings of what `find` gave, without a board in a game of cards; null where they cannot be had.
   * @param {BoardFiles} board
   * @returns {Promise<BoardParts | null>}
   */
  async fetch(board) {
    const fetched = this.fetched.get(board.games) ?? this.load(board);
    this.fetched.set(board.games, fetched);
    return fetched;
  }

  /**
   * @param {BoardFiles} board
   * @returns {Promise<BoardParts | null>}
   */
  async load(board) {
    try {
      const [geometry, known] = await Promise.all([fetchGeometry(board.geometry), fetchGames(board.games)]);
      return { geometry, known, drawings: geometry ? await fetchDrawings(known) : new Map() };
    } catch {
      // the server may be back by the next state
      this.fetched.delete(board.games);
      return null;
    }
  }
}

/**
 * @param {string | null} path
 * @returns {Promise<BoardGeometry | null>}
 */
const fetchGeometry = async (path) => (path === null ? null : (await fetch(served(path))).json());

/**
 * @param {string} path
 * @returns {Promise<Games>}
 */
const fetchGames = async (path) => (await fetch(served(path))).json();
