// The board: one SVG in millimetres, drawn where the tablet's is drawn too; here pawns and figures stand on it and the disc
// turns.  What games mean by some of the fields is in the drawing; figures and ranks come from the games' data.
import { served } from "./dom.js";
import { isPlace, own } from "./shape.js";
import { fetchSvg, make, pawnColour, pawnSymbol, use } from "./symbols.js";
/** @import { BoardGeometry, GameLook, Games, State } from "./data.d.ts" */
/** @import { BoardPosition, Place } from "./page.d.ts" */

/** @type {GameLook} */
const NO_GAME = { figures: [], ranks: [], cards: {}, drawings: {}, lane_offset: 0, lane_option: null };
/** The width of a piece's picture before it is scaled to the board. */
const PICTURE = 2.2;

/**
 * The drawings that games may ask for, by path.
 * @param {Games} known
 * @returns {Promise<Map<string, SVGSVGElement>>}
 */
export async function fetchDrawings({ plain, games }) {
  const paths = new Set([plain, ...Object.values(games).flatMap((game) => Object.values(game.drawings))]);
  const drawings = await Promise.all([...paths].map((path) => fetchSvg(path)));
  return new Map([...paths].map((path, index) => [path, drawings[index]]));
}

export class Board {
  /**
   * @param {SVGSVGElement} svg
   * @param {BoardGeometry} geometry
   * @param {Games} known
   * @param {Map<string, SVGSVGElement>} drawings by path
   */
  constructor(svg, geometry, known, drawings) {
    this.svg = svg;
    this.geometry = geometry;
    this.games = known.games;
    this.plain = known.plain;
    this.drawings = drawings;
    this.game = NO_GAME;
    /** @type {DOMStringMap} widths of pieces in millimetres, by kind */
    this.widths = {};
    this.marking = false;
    this.drawing = make("g", {}, svg);
    this.figures = make("g", {}, svg);
    /** @type {Map<string, SVGGElement>} */
    this.pawns = new Map();
    this.turned = 0;
    this.drawn = "";
    this.shown = "";
    this.lay(this.plain, [], Infinity);
  }

  /**
   * Lays a drawing; `colours` by sector, "" where nobody sits; `kennels`: how many spots of each are in use.
   * @param {string} path
   * @param {string[]} colours
   * @param {number} kennels
   */
  lay(path, colours, kennels) {
    const drawing = /** @type {SVGSVGElement} */ (this.drawings.get(path)?.cloneNode(true));
    this.svg.setAttribute("viewBox", drawing.getAttribute("viewBox") ?? "");
    this.widths = drawing.dataset;
    for (const part of /** @type {NodeListOf<SVGElement>} */ (drawing.querySelectorAll("[data-sector]"))) {
      part.style.color = pawnColour(colours[Number(part.dataset.sector)], "wood-edge");
      if (Number(part.dataset.slot) >= kennels) part.remove();
    }
    this.drawing.replaceChildren(...drawing.children);
    this.disc = /** @type {SVGElement | null} */ (this.drawing.querySelector(".disc"));
    const { wheel } = this.geometry;
    if (wheel && this.disc) this.disc.style.transformOrigin = `${wheel.centre[0]}px ${wheel.centre[1]}px`;
  }

  /**
   * Shows a state: pawns where they stand, the disc as it is turned, the last play marked.
   * @param {State} state
   */
  show(state) {
    const position = state.position;
    if (!position?.pawns) {
      this.figures.replaceChildren();
      this.pawns.clear();
      return;
    }
    const colours = this.geometry.goal.map((_, sector) => state.seats[position.seats.indexOf(sector)]?.colour ?? "");
    const kennels = Math.max(...position.pawns.map((row) => row.length));
    this.game = own(this.games, position.variant) ?? NO_GAME;
    const laneOffset = own(position.options, this.game.lane_option) ?? this.game.lane_offset;
    const drawing = own(this.game.drawings, laneOffset) ?? this.plain;
    const wanted = JSON.stringify([colours, kennels, position.variant, drawing]);
    if (wanted !== this.drawn) {
      this.lay(drawing, colours, kennels);
      this.figures.replaceChildren();
      this.pawns.clear();
      this.drawn = wanted;
      this.shown = "";
    }
    this.markMoves(position);
    this.turnDisc(position.wheel ?? 0);
    for (const [seat, row] of position.pawns.entries()) this.placeRow(row, seat, position.seats[seat], colours);
    for (const name of this.game.figures) this.placeFigure(name, position[name]);
  }

  /**
   * What the newest change has moved keeps a halo until something else moves.
   * @param {BoardPosition} position
   */
  markMoves(position) {
    const now = JSON.stringify([position.pawns, this.game.figures.map((name) => position[name])]);
    this.marking = this.shown !== "" && this.shown !== now;
    if (this.marking) for (const figure of this.pawns.values()) figure.classList.remove("moved");
    this.shown = now;
  }

  /** @param {number} wheel */
  turnDisc(wheel) {
    const shown = ((this.turned % 4) + 4) % 4;
    this.turned += ((wheel - shown + 5) % 4) - 1;
    if (this.disc) this.disc.style.transform = `rotate(${this.turned * 90}deg)`;
    this.svg.dataset.wheel = String(wheel);
  }

  /**
   * Pawns that stay keep their figure, so that only what moved is seen moving; with ranks every pawn is its own.
   * @param {Place[]} row
   * @param {number} seat
   * @param {number} sector
   * @param {string[]} colours
   */
  placeRow(row, seat, sector, colours) {
    if (this.game.ranks.length) {
      this.placeRanked(row, seat, sector, colours);
      return;
    }
    const left = row.map(String);
    const figures = row.map((_, index) => this.figure(`${seat}-${index}`, () => pawnSymbol(colours[sector])));
    const moved = figures.filter((figure) => {
      const index = left.indexOf(figure.dataset.place ?? "");
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
    for (const [index, figure] of moved.entries()) this.put(figure, left[index]);
    const taken = figures.filter((figure) => figure.dataset.place === "kennel" && !moved.includes(figure)).map((figure) => figure.dataset.slot);
    for (const figure of figures) {
      figure.dataset.seat = String(seat);
      if (figure.dataset.place === "kennel" && moved.includes(figure)) {
        figure.dataset.slot = String((this.geometry.kennel[sector] ?? []).findIndex((_, slot) => !taken.includes(String(slot))));
        taken.push(figure.dataset.slot);
      }
      this.move(figure, this.spot(figure.dataset.place ?? "", sector, Number(figure.dataset.slot ?? 0)), "pawn");
    }
  }

  /**
   * @param {Place[]} row
   * @param {number} seat
   * @param {number} sector
   * @param {string[]} colours
   */
  placeRanked(row, seat, sector, colours) {
    row.forEach((place, index) => {
      const rank = this.game.ranks[index];
      const figure = this.figure(`${seat}-${index}`, () => pawnSymbol(colours[sector], rank));
      Object.assign(figure.dataset, { seat: String(seat), rank, slot: String(index) });
      if (figure.dataset.place !== String(place)) this.put(figure, String(place));
      this.move(figure, this.spot(String(place), sector, index), "ranked");
    });
  }

  /**
   * @param {string} name
   * @param {unknown} place
   */
  placeFigure(name, place) {
    if (!isPlace(place)) {
      // a new game, or its placing was taken back: the old one must not stay
      this.pawns.get(name)?.remove();
      this.pawns.delete(name);
      return;
    }
    const figure = this.figure(name, () => "figure");
    figure.dataset.figure = name;
    if (figure.dataset.place !== String(place)) this.put(figure, String(place));
    this.move(figure, this.spot(String(place), 0, 0), "figure");
  }

  /**
   * @param {SVGGElement} figure
   * @param {string} place
   */
  put(figure, place) {
    figure.dataset.place = place;
    if (this.marking && place !== "kennel") figure.classList.add("moved");
  }

  /**
   * @param {string} key
   * @param {() => string} symbol
   */
  figure(key, symbol) {
    const known = this.pawns.get(key);
    if (known) return known;
    const figure = make("g", { class: "figure" }, this.figures);
    make("circle", { class: "halo", r: 1.3 }, figure);
    figure.append(use(symbol(), PICTURE));
    this.pawns.set(key, figure);
    return figure;
  }

  /**
   * A figure beside the board, or where this board has no spot, is not shown.
   * @param {SVGGElement} figure
   * @param {[number, number] | null | undefined} spot
   * @param {string} kind
   */
  move(figure, spot, kind) {
    figure.style.display = spot ? "" : "none";
    if (!spot) return;
    const [x, y] = spot;
    figure.style.transform = `translate(${x}px, ${y}px) scale(${Number(this.widths[kind]) / PICTURE})`;
  }

  /**
   * @param {string} place
   * @param {number} sector
   * @param {number} slot
   * @returns {[number, number] | null | undefined}
   */
  spot(place, sector, slot) {
    if (place === "kennel") return this.geometry.kennel[sector]?.[slot];
    if (place === "centre") return this.geometry.centre;
    if (place.startsWith("goal-")) return this.geometry.goal[sector]?.[Number(place.slice(5)) - 1];
    return this.geometry.track[Number(place)];
  }
}

/**
 * The board of the one table that a page for players belongs to; null in a game of cards alone.
 * @param {SVGSVGElement} svg
 * @returns {Promise<Board | null>}
 */
export async function fetchOwnBoard(svg) {
  const [there, known] = await Promise.all(["tablet/board.json", "tablet/games.json"].map((path) => fetch(served(path))));
  if (there.status === 404 || known.status === 404) return null;
  if (!there.ok || !known.ok) throw new Error(`the board: ${there.status}, ${known.status}`);
  const geometry = /** @type {BoardGeometry} */ (await there.json());
  const games = /** @type {Games} */ (await known.json());
  return new Board(svg, geometry, games, await fetchDrawings(games));
}
