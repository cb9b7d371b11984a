// The page: hears the state, shows it.  It works from the retained state alone and never asks the table for anything.
// What people wrote (names) goes in as text, never as markup.
import { Board, fetchDrawings } from "./board.js";
import { Boards } from "./boards.js";
import { CardTable } from "./cards.js";
import { element, fetchJson } from "./dom.js";
import { CardFaces } from "./faces.js";
import { Feed } from "./feed.js";
import { Panels } from "./panels.js";
import { make, takeSheet } from "./symbols.js";
import { Words, chooseLanguage, languageLinks } from "./words.js";

const query = new URLSearchParams(location.search);
const $ = (id) => document.getElementById(id);
let words = null;
let board = null;
let panels = null;
let boards = null;
let laid = null;

function showHead(feed) {
  const state = feed.state;
  const badge = $("badge");
  const delay = feed.info?.delay_s;
  badge.dataset.state = feed.signal;
  const late = delay && feed.signal === "live" ? ` · ${words.text("delayed", { s: delay })}` : "";
  badge.lastElementChild.textContent = words.text(feed.signal) + late;
  $("demo").hidden = !feed.info?.demo;
  $("demo").textContent = words.text("demo");
  $("round").textContent = state?.position && state.round ? words.text("round", { round: state.round, ply: state.ply }) : "";
}

function show(feed) {
  window.pawtrackState = feed.state;
  document.body.dataset.signal = feed.signal;
  showHead(feed);
  const state = feed.state;
  if (!state) return;
  document.body.dataset.seq = state.seq;
  if (boards) layFor(feed);
  board.show(state);
  panels.show(state);
}

/** Beyond the house any table may be looked at: its own board is laid when it has said which that is. */
async function layFor(feed) {
  const wanted = boards.find(feed.state, feed.info);
  $("board-frame").hidden = !wanted && Boolean(feed.state.position);
  if (!wanted || wanted === laid) return;
  laid = wanted;
  const parts = await boards.fetch(wanted);
  if (!parts || laid !== wanted) return;
  lay(parts.geometry, parts.known, parts.drawings);
  show(feed);
}

function lay(geometry, known, drawings) {
  panels = new Panels(words, new CardFaces(words, known.games ?? {}), geometry, known);
  if (!geometry) {
    board = new CardTable($("board-frame"), known, words);
    return;
  }
  const svg = make("svg", { id: "board", role: "img", "aria-label": words.text("board") });
  $("board-frame").replaceChildren(svg);
  board = new Board(svg, geometry, known, drawings);
}

function speak(all) {
  words = new Words(all, chooseLanguage(all.languages, query.get("lang"), navigator.languages));
  document.documentElement.lang = words.language;
  $("turn-text").textContent = words.text("idle");
  $("languages").replaceChildren(...languageLinks(words, query));
}

/** A way to the games of the record, where viewers may watch them again. */
function offerReplays({ replays }) {
  if (!replays) return;
  const link = element("a", "", words.text("replay.games"));
  link.href = `replay?${query}`;
  $("languages").append(link);
}

async function begin() {
  document.querySelector("meta[name=theme-color]").content = getComputedStyle(document.documentElement).getPropertyValue("--ground");
  if (query.get("overlay") === "1") document.documentElement.classList.add("overlay");
  const [geometry, all, known, config] = await Promise.all([..."board words games config".split(" ").map((name) => fetchJson(`${name}.json`)), takeSheet()]);
  speak(all);
  lay(geometry, known, geometry && (await fetchDrawings(known)));
  if (config.brokers) boards = new Boards(await fetchJson("boards.json"));
  const feed = new Feed(show);
  show(feed);
  feed.connect();
  offerReplays(config);
}

begin();
