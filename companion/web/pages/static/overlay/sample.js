// A table in the middle of a game, for looking at an overlay while nobody plays.  It goes by the board that lies on the
// table and by the games that fit it.
import { pawnColours } from "../symbols.js";
/** @import { Analysis, BoardGeometry, Games, Recent, State } from "../data.d.ts" */
/** @import { BoardPosition, CardPosition, Heard } from "../page.d.ts" */
/** @import { Words } from "../words.js" */
const NAMES = ["Anna", "Ben", "Carla", "David", "Emma", "Felix"];
/** @type {[string, number | null, number | null][]} */
const PLAYED = [["deal", null, null], ["play", 0, 2], ["play", 1, 0], ["illegal", 2, 3], ["play", 2, 4], ["play", 3, 1], ["play", 0, 5], ["play", 1, 3]];

/**
 * The pawns of a seat: one home, two under way, the others waiting.
 * @param {number} seat
 * @param {number} sector
 * @param {BoardGeometry} geometry
 * @param {number} size
 */
function pawnRow(seat, sector, geometry, size) {
  const length = geometry.track.length / geometry.goal.length;
  const start = sector * length;
  const under = [Math.floor(start + length * 0.3 + seat), Math.floor(start + length * 0.8)];
  return [`goal-${4 - (seat % 2)}`, ...under, ...Array(size).fill("kennel")].slice(0, size);
}

/**
 * @param {BoardGeometry} geometry
 * @param {Games} known
 * @param {string} variant
 * @returns {BoardPosition}
 */
function boardPosition(geometry, known, variant) {
  const game = known.games[variant];
  const seats = geometry.goal.map((_, sector) => sector);
  const size = game.ranks.length || Math.min(4, geometry.kennel[0].length);
  /** @type {BoardPosition} */
  const position = { variant, options: {}, seats, pawns: seats.map((sector) => pawnRow(sector, sector, geometry, size)) };
  for (const figure of game.figures) position[figure] = Math.floor((geometry.track.length / geometry.goal.length) * 1.5);
  return geometry.wheel ? { ...position, wheel: 1 } : position;
}

/**
 * @param {string} variant
 * @param {number[]} finished
 * @returns {CardPosition}
 */
function cardPosition(variant, finished) {
  const open = ["2", "3", "?", "5", "6", "7", "8", "9", "10", "12", "13", "14", "joker"];
  const rows = [[["1/11", "2", "3", "4", "5"]], [["13", "2", "3"]], [["1/11", "2"]], [["1/11"]]];
  return { variant, open, rows, finished };
}

/**
 * What a feed has heard of it.
 * @param {Words} words
 * @param {BoardGeometry | null} geometry
 * @param {Games} known
 * @returns {Heard}
 */
export function sampleFeed(words, geometry, known) {
  const fitting = Object.keys(known.games).find((id) => Object.keys(known.games[id].drawings).length);
  const variant = (geometry ? fitting : Object.keys(known.card_games)[0]) ?? "";
  const finished = [1, 0, 1, 0];
  const position = geometry ? boardPosition(geometry, known, variant) : cardPosition(variant, finished);
  const colours = pawnColours();
  const count = geometry ? geometry.goal.length : finished.length;
  const cards = geometry ? Object.keys(known.games[variant].cards) : ["2", "5", "8", "9", "12", "joker"];
  // the sentence below speaks of 8 fields
  const card = cards.includes("8") ? "8" : cards[3];
  const text = Object.fromEntries(Object.entries(words.languages).map(([code, { phrases }]) => [code, String(phrases["stream.sample_sentence"])]));
  const last = { seq: 40, seat: 1, card, play: "8 1:9>17", verdict: "legal", ruling: null, text };
  const seats = Array.from({ length: count }, (_, seat) => ({
    seat, name: NAMES[seat], colour: colours[seat], team: seat % 2, cards: 4 - (seat % 2), out: seat === count - 1, exchanged: true,
    home: geometry ? 1 : finished[seat],
  }));
  /** @type {Recent[]} */
  const recent = PLAYED.filter(([, seat]) => seat === null || seat < count).map(([kind, seat, number], index, { length }) => ({
    seq: 33 + index, kind, seat, card: index === length - 1 ? card : cards[number ?? -1] ?? null, detail: kind === "deal" ? { round: 3, dealer: 0 } : {},
  }));
  /** @type {State} */
  const state = {
    v: 1, epoch: 1, seq: 40, ts: 0, game: "sample", variant, phase: "play", stage: "play", round: 3, ply: 21, position, seats,
    dealer: 0, first: 1, turn: 2, acting: 2, deck: 41, discard: { count: 29, top: cards[5] }, declared: cards[4], last, recent,
    result: null, pending: null, amiss: null,
  };
  const teams = [0, 1].map((team) => ({ team, seats: seats.filter((seat) => seat.team === team).map(({ seat }) => seat) }));
  /** @type {Analysis} */
  const analysis = {
    v: 1, epoch: 1, seq: 40, ts: 0, game: "sample", playouts: 1000, text: null,
    teams: teams.map((each) => ({ ...each, chance: each.team ? 0.38 : 0.62, margin: 0.02 })),
  };
  const evening = {
    v: 1, epoch: 1, ts: 0, contest: "", entered: [],
    lines: NAMES.slice(0, count).map((name, place) => ({ rank: place + 1, names: [name], points: count - place, won: count - place, games: count })),
  };
  return { state, analysis, commentary: null, evening, info: { delay_s: 0, demo: false }, status: { state: "ready" }, signal: "live", sample: true };
}
