// The page of recorded games: the list of them, or one on the board of the viewers' page, with what steers it.
// What people wrote (names) goes in as text, never as markup.
import { Board } from "../board.js";
import { CardTable } from "../cards.js";
import { byId, colourWindow, element, svgById, untilBegun } from "../dom.js";
import { CardFaces } from "../faces.js";
import { Panels } from "../panels.js";
import { laySheet, parseSvg } from "../symbols.js";
import { Words, chooseLanguage, languageLinks } from "../words.js";
import { Controls } from "./controls.js";
import { showAnalysis } from "./analysis.js";
import { showFigures } from "./charts.js";
import { showGames, showNotice } from "./games.js";
import { Player } from "./player.js";
import { askForGame, askForGames, askedGame, embedded, served } from "./source.js";
/** @import { PageWords, SavedReplay, Watched } from "../data.d.ts" */

const query = new URLSearchParams(location.search);

/**
 * @param {PageWords} all
 * @param {string | undefined} wished
 */
function speak(all, wished) {
  const words = new Words(all, chooseLanguage(all.languages, query.get("lang"), [wished, ...navigator.languages]));
  document.documentElement.lang = words.language;
  byId("board").setAttribute("aria-label", words.text("board"));
  byId("demo").textContent = words.text("demo");
  byId("languages").ariaLabel = words.text("stream.language");
  byId("languages").replaceChildren(...languageLinks(words, query));
  document.title = `${words.text("replay.games")} · Pawtrack`;
  return words;
}

/**
 * @param {Words} words
 * @param {Watched} watched
 */
function boardOf(words, { geometry, games, drawings }) {
  if (!geometry) return new CardTable(byId("board-frame"), games, words);
  const drawn = new Map(Object.entries(drawings).map(([path, text]) => [path, parseSvg(text)]));
  return new Board(svgById("board"), geometry, games, drawn);
}

/**
 * Shows a game: its replay, and of its board and its cards what the page needs.
 * @param {Words} words
 * @param {Watched & Partial<SavedReplay>} watched
 */
function watch(words, watched) {
  const { replay } = watched;
  const said = new Map(replay.said.map((line) => [line.seq, line.text]));
  const board = boardOf(words, watched);
  const panels = new Panels(words, new CardFaces(words, watched.games.games), watched.geometry, watched.games);
  const player = new Player(replay, show);
  const controls = new Controls(words, player);
  document.title = `${words.game(replay.variant)} · Pawtrack`;
  byId("title").textContent = words.game(replay.variant);
  byId("demo").hidden = !replay.demo;
  byId("games").hidden = true;
  byId("watched").hidden = false;
  showFigures(words, replay.figures[words.language]);
  showAnalysis(watched.analyses?.[words.language], (row) => controls.to(row));

  /** The newest sentence up to the row that is shown. */
  function sentence() {
    for (let row = player.row; row > 0; row--) {
      const texts = said.get(row);
      if (texts) return words.sentence(texts);
    }
    return "";
  }

  function show() {
    const { state } = player;
    window.pawtrackState = state;
    document.body.dataset.seq = String(player.row);
    byId("round").textContent = state.round ? words.text("round", { round: state.round, ply: state.ply }) : "";
    byId("said").textContent = sentence();
    board.show(state);
    panels.show(state);
    controls.show();
    for (const link of byId("languages").querySelectorAll("a")) link.hash = String(player.row);
  }

  player.seek(Number(location.hash.slice(1)));
}

/**
 * @param {Words} words
 * @param {string} href
 * @param {string} text
 */
function way(words, href, text) {
  const link = element("a", "", words.text(text));
  link.href = href;
  return link;
}

async function begin() {
  colourWindow();
  const held = embedded();
  const { words: all, sheet } = held ?? await served();
  laySheet(parseSvg(sheet));
  const words = speak(all, held?.language);
  if (held) {
    watch(words, held);
    return;
  }
  const game = askedGame();
  byId("ways").append(...(game ? [way(words, `/replay?${query}`, "replay.games")] : []), way(words, `/?${query}`, "replay.live"));
  byId("ways").hidden = false;
  showNotice(words, "connecting");
  if (!game) {
    showGames(words, (await askForGames()).found, query);
    return;
  }
  const { found, trouble } = await askForGame(game);
  if (found) watch(words, found);
  else showNotice(words, trouble);
}

untilBegun(begin);
