// The page: hears the state, shows it.  It works from the retained state alone and never asks the table for anything.
// What people wrote (names) goes in as text, never as markup.
import { Board, fetchDrawings } from "./board.js";
import { CardTable } from "./cards.js";
import { element, fetchJson } from "./dom.js";
import { CardFaces } from "./faces.js";
import { Feed } from "./feed.js";
import { Panels } from "./panels.js";
import { takeSheet } from "./symbols.js";
import { Words, chooseLanguage, languageLinks } from "./words.js";

const query = new URLSearchParams(location.search);
const $ = (id) => document.getElementById(id);
let words = null;
let board = null;
let panels = null;

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
  board.show(state);
  panels.show(state);
}

function speak(all) {
  words = new Words(all, chooseLanguage(all.languages, query.get("lang"), navigator.languages));
  document.documentElement.lang = words.language;
  $("board").setAttribute("aria-label", words.text("board"));
  $("turn-text").textContent = words.text("idle");
  $("languages").replaceChildren(...languageLinks(words, query));
}

/** A way to the games of the record, where viewers may watch them again. */
async function offerReplays() {
  const { replays } = await fetchJson("config.json");
  if (!replays) return;
  const link = element("a", "", words.text("replay.games"));
  link.href = `replay?${query}`;
  $("languages").append(link);
}

async function begin() {
  document.querySelector("meta[name=theme-color]").content = getComputedStyle(document.documentElement).getPropertyValue("--ground");
  if (query.get("overlay") === "1") document.documentElement.classList.add("overlay");
  const [geometry, all, known] = await Promise.all([..."board words games".split(" ").map((name) => fetchJson(`${name}.json`)), takeSheet()]);
  speak(all);
  panels = new Panels(words, new CardFaces(words, known.games ?? {}), geometry, known);
  board = geometry
    ? new Board($("board"), geometry, known, await fetchDrawings(known))
    : new CardTable($("board-frame"), known, words);
  const feed = new Feed(show);
  show(feed);
  feed.connect();
  offerReplays();
}

begin();
