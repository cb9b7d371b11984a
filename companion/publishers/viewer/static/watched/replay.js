// The page of recorded games: the list of them, or one on the board of the viewers' page, with what steers it.
// What people wrote (names) goes in as text, never as markup.
import { Board } from "../board.js";
import { CardTable } from "../cards.js";
import { element } from "../dom.js";
import { CardFaces } from "../faces.js";
import { Panels } from "../panels.js";
import { laySheet, parseSvg } from "../symbols.js";
import { Words, chooseLanguage, languageLinks } from "../words.js";
import { Controls } from "./controls.js";
import { showAnalysis } from "./analysis.js";
import { showFigures } from "./charts.js";
import { showGames, showNotice } from "./games.js";
import { Player } from "./player.js";
import { ask, askedGame, embedded, served } from "./source.js";

const query = new URLSearchParams(location.search);
const $ = (id) => document.getElementById(id);

function speak(all, wished) {
  const words = new Words(all, chooseLanguage(all.languages, query.get("lang"), [wished, ...navigator.languages]));
  document.documentElement.lang = words.language;
  $("board").setAttribute("aria-label", words.text("board"));
  $("demo").textContent = words.text("demo");
  $("languages").replaceChildren(...languageLinks(words, query));
  document.title = `${words.text("replay.games")} · Pawtrack`;
  return words;
}

function boardOf(words, { geometry, games, drawings }) {
  if (!geometry) return new CardTable($("board-frame"), games, words);
  const drawn = new Map(Object.entries(drawings).map(([path, text]) => [path, parseSvg(text)]));
  return new Board($("board"), geometry, games, drawn);
}

/** Shows a game; `watched` has its replay, and of its board and its cards what the page needs. */
function watch(words, watched) {
  const { replay } = watched;
  const said = new Map(replay.said.map((line) => [line.seq, line.text]));
  const board = boardOf(words, watched);
  const panels = new Panels(words, new CardFaces(words, watched.games.games ?? {}), watched.geometry, watched.games);
  const player = new Player(replay, show);
  const controls = new Controls(words, player);
  document.title = `${words.game(replay.variant)} · Pawtrack`;
  $("title").textContent = words.game(replay.variant);
  $("demo").hidden = !replay.demo;
  $("games").hidden = true;
  $("watched").hidden = false;
  showFigures(words, replay.figures[words.language]);
  showAnalysis(watched.analyses?.[words.language], (row) => controls.to(row));

  /** The newest sentence up to the row that is shown. */
  function sentence() {
    for (let row = player.row; row > 0; row--) if (said.has(row)) return words.sentence(said.get(row));
    return "";
  }

  function show() {
    const { state } = player;
    window.pawtrackState = state;
    document.body.dataset.seq = player.row;
    $("round").textContent = state.round ? words.text("round", { round: state.round, ply: state.ply }) : "";
    $("said").textContent = sentence();
    board.show(state);
    panels.show(state);
    controls.show();
    for (const link of $("languages").children) link.hash = player.row;
  }

  player.seek(location.hash.slice(1));
}

function way(words, href, text) {
  const link = element("a", "", words.text(text));
  link.href = href;
  return link;
}

async function begin() {
  document.querySelector("meta[name=theme-color]").content = getComputedStyle(document.documentElement).getPropertyValue("--ground");
  const held = embedded();
  const { words: all, sheet } = held ?? await served();
  laySheet(parseSvg(sheet));
  const words = speak(all, held?.language);
  if (held) {
    watch(words, held);
    return;
  }
  const game = askedGame();
  $("ways").append(...(game ? [way(words, `/replay?${query}`, "replay.games")] : []), way(words, `/?${query}`, "replay.live"));
  showNotice(words, "connecting");
  if (!game) {
    showGames(words, (await ask("/replays.json")).found, query);
    return;
  }
  const { found, trouble } = await ask(`/replays/${game}.json`);
  if (found) watch(words, found);
  else showNotice(words, trouble);
}

begin();
