// The page: hears the state, shows it.  It works from the retained state alone and never asks the table for anything.
// What people wrote (names) goes in as text, never as markup.
import { Board, fetchDrawings } from "./board.js";
import { Boards } from "./boards.js";
import { CardTable } from "./cards.js";
import { byId, colourWindow, element, fetchJson, untilBegun } from "./dom.js";
import { CardFaces } from "./faces.js";
import { Feed } from "./feed.js";
import { Panels } from "./panels.js";
import { standingsTable } from "./standings.js";
import { make, takeSheet } from "./symbols.js";
import { Words, chooseLanguage, languageLinks } from "./words.js";
/** @import { BoardFiles, BoardGeometry, Games, Info, PageWords, State, ViewerConfig } from "./data.d.ts" */

/** The lines of the evening's standings. */
const MOST_LINES = 40;
const query = new URLSearchParams(location.search);
/** @type {Words} */
let words;
/** @type {Board | CardTable} */
let board;
/** @type {Panels} */
let panels;
/** @type {Boards | null} */
let boards = null;
/** @type {BoardFiles | null} */
let laid = null;

/** @param {Feed} feed */
function showHead(feed) {
  const state = feed.state;
  const badge = byId("badge");
  const delay = feed.info?.delay_s;
  badge.dataset.state = feed.signal;
  const late = delay && feed.signal === "live" ? ` · ${words.text("delayed", { s: delay })}` : "";
  byId("badge-text").textContent = words.text(feed.signal) + late;
  byId("demo").hidden = !feed.info?.demo;
  byId("demo").textContent = words.text("demo");
  const game = state?.position ? words.game(state.variant) : "Pawtrack";
  byId("title").textContent = game;
  document.title = state?.position ? `${game} · Pawtrack` : game;
  byId("round").textContent = state?.position && state.round ? words.text("round", { round: state.round, ply: state.ply }) : "";
}

/** @param {Feed} feed */
function showStandings({ evening }) {
  byId("standings").hidden = !evening?.lines.length;
  byId("standings-title").textContent = words.text("overlay.standings");
  if (evening) byId("standings-lines").replaceChildren(standingsTable(words, evening, MOST_LINES));
}

/** @param {Feed} feed */
function show(feed) {
  window.pawtrackState = feed.state;
  document.body.dataset.signal = feed.signal;
  showHead(feed);
  showStandings(feed);
  const state = feed.state;
  if (!state) {
    byId("turn-text").textContent = words.text(feed.unread ? "unreadable" : "idle");
    return;
  }
  document.body.dataset.seq = String(state.seq);
  if (boards) layFor(boards, feed.info, state, feed);
  board.show(state);
  panels.show(state);
}

/**
 * Beyond the house any table may be looked at: its own board is laid when it has said which that is.
 * @param {Boards} known
 * @param {Info | null} info
 * @param {State} state
 * @param {Feed} feed
 */
async function layFor(known, info, state, feed) {
  const wanted = known.find(state, info);
  byId("board-frame").hidden = !wanted && Boolean(state.position);
  if (!wanted || wanted === laid) return;
  laid = wanted;
  const parts = await known.fetch(wanted);
  if (laid !== wanted) return;
  if (!parts) {
    laid = null;
    return;
  }
  lay(parts.geometry, parts.known, parts.drawings);
  show(feed);
}

/**
 * @param {BoardGeometry | null} geometry
 * @param {Games} known
 * @param {Map<string, SVGSVGElement>} drawings
 */
function lay(geometry, known, drawings) {
  panels = new Panels(words, new CardFaces(words, known.games), geometry, known);
  if (!geometry) {
    board = new CardTable(byId("board-frame"), known, words);
    return;
  }
  const svg = make("svg", { id: "board", role: "img", "aria-label": words.text("board") });
  byId("board-frame").replaceChildren(svg);
  board = new Board(svg, geometry, known, drawings);
}

/** @param {PageWords} all */
function speak(all) {
  words = new Words(all, chooseLanguage(all.languages, query.get("lang"), navigator.languages));
  document.documentElement.lang = words.language;
  byId("languages").replaceChildren(...languageLinks(words, query));
}

/**
 * A way to the games of the record, where viewers may watch them again.
 * @param {ViewerConfig} config
 */
function offerReplays({ replays }) {
  if (!replays) return;
  const link = element("a", "", words.text("replay.games"));
  link.href = `replay?${query}`;
  byId("languages").append(link);
}

async function begin() {
  colourWindow();
  if (query.get("overlay") === "1") document.documentElement.classList.add("overlay");
  const [geometry, all, known, config] = await Promise.all([
    fetchJson("board.json"), fetchJson("words.json"), fetchJson("games.json"), fetchJson("config.json"), takeSheet(),
  ]);
  speak(all);
  lay(geometry, known, geometry ? await fetchDrawings(known) : new Map());
  if (config.brokers) boards = new Boards(await fetchJson("boards.json"));
  const feed = new Feed(show);
  show(feed);
  feed.connect();
  offerReplays(config);
}

untilBegun(begin);
