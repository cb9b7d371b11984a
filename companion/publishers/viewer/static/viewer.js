// The page: hears the state, shows it.  It works from the retained state alone and never asks the table for anything.
// What people wrote (names) goes in as text, never as markup.
import { Board, fetchDrawings } from "./board.js";
import { CardTable } from "./cards.js";
import { element, fetchJson } from "./dom.js";
import { CardFaces, goalCount, handOf, homePips } from "./faces.js";
import { Feed } from "./feed.js";
import { pawnColour, pawnPicture, picture, takeSheet } from "./symbols.js";
import { Words, chooseLanguage } from "./words.js";

const query = new URLSearchParams(location.search);
const $ = (id) => document.getElementById(id);
let words = null;
let faces = null;
let board = null;
let geometry = null;
let known = {};

const ICONS = { legal: "check", illegal: "cross", anomaly: "question" };

const icon = (kind) => picture("icon", ICONS[kind]);

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

function showTurn(state) {
  const panel = $("turn");
  panel.dataset.stage = state.stage;
  const over = state.result !== null && state.result !== undefined;
  const shown = state.seats[over ? state.result[0] : state.acting];
  $("turn-text").textContent = over ? words.winners(state, state.result) : words.stage(state);
  const alone = shown && !state.stage.startsWith("exchange");
  $("turn-pawn").replaceChildren(...(alone ? [pawnPicture(shown.colour)] : []));
  panel.style.setProperty("--seat", alone ? pawnColour(shown.colour, "line") : "var(--line)");
  faces.fill($("turn-card"), over ? null : state.declared, state.variant);
}

/** What lies wrong on the board, as long as it is; else the newest verdict. */
function showVerdict(state) {
  const last = state.last;
  const panel = $("verdict");
  panel.hidden = !last && !state.amiss;
  if (state.amiss) {
    showAnomaly(panel, state.amiss);
    return;
  }
  if (!last) return;
  const legal = last.verdict === "legal";
  const seat = state.seats[last.seat];
  panel.dataset.verdict = last.verdict;
  $("verdict-icon").replaceChildren(icon(legal ? "legal" : "illegal"));
  $("verdict-word").textContent = words.text(legal ? "legal" : "illegal");
  $("verdict-who").replaceChildren(...(seat ? [pawnPicture(seat.colour), seat.name] : []));
  faces.fill($("verdict-card"), last.card, state.variant);
  $("verdict-text").textContent = words.sentence(last.text);
}

function showAnomaly(panel, anomaly) {
  panel.dataset.verdict = "anomaly";
  $("verdict-icon").replaceChildren(icon("anomaly"));
  $("verdict-word").textContent = words.text("anomaly");
  $("verdict-who").replaceChildren();
  faces.fill($("verdict-card"), null);
  $("verdict-text").textContent = words.sentence(anomaly.text);
}

function partners(state, seat) {
  return state.seats.filter((other) => other.team === seat.team && other.seat !== seat.seat).map((other) => other.name);
}

function seatRow(state, seat) {
  const row = element("li");
  row.dataset.seat = seat.seat;
  row.classList.toggle("turn", state.turn === seat.seat && state.stage !== "over");
  row.classList.toggle("out", seat.out);
  row.classList.toggle("winner", Boolean(state.result?.includes(seat.seat)));
  row.style.setProperty("--seat", pawnColour(seat.colour));
  const who = element("div", "who");
  who.append(element("b", "name", seat.name));
  const mates = words.list(partners(state, seat));
  const partner = mates ? [words.text("partner", { name: mates })] : [];
  // in a game of cards alone nobody deals again after the beginning
  const dealer = geometry && state.dealer === seat.seat ? [words.text("dealer")] : [];
  const notes = [...(seat.out ? [words.text("out")] : []), ...partner, ...dealer];
  who.append(element("small", "", notes.join(" · ")));
  row.append(pawnPicture(seat.colour), who, homePips(words, seat, goalCount(state, geometry, known)), handOf(words, seat));
  return row;
}

function showPiles(state) {
  const rows = [];
  if (state.deck !== null && state.deck !== undefined) rows.push(["deck", String(state.deck), null]);
  if (state.position) rows.push(["discard_pile", String(state.discard.count), state.discard.top]);
  $("piles").replaceChildren(...rows.map(([key, count, top]) => {
    const pile = element("div");
    const value = element("dd", "", count);
    if (top) value.append(faces.make(top, state.variant));
    pile.append(element("dt", "", words.text(key)), value);
    return pile;
  }));
}

function show(feed) {
  window.pawtrackState = feed.state;
  document.body.dataset.signal = feed.signal;
  showHead(feed);
  const state = feed.state;
  if (!state) return;
  document.body.dataset.seq = state.seq;
  board.show(state);
  showTurn(state);
  showVerdict(state);
  $("seats").replaceChildren(...state.seats.map((seat) => seatRow(state, seat)));
  showPiles(state);
}

function languageLinks() {
  for (const code of Object.keys(words.languages)) {
    const link = element("a", "", words.languages[code].name);
    const there = new URLSearchParams(query);
    there.set("lang", code);
    link.href = `?${there}`;
    link.lang = code;
    if (code === words.language) link.ariaCurrent = "true";
    $("languages").append(link);
  }
}

function speak(all) {
  words = new Words(all, chooseLanguage(all.languages, query.get("lang"), navigator.languages));
  document.documentElement.lang = words.language;
  $("board").setAttribute("aria-label", words.text("board"));
  $("turn-text").textContent = words.text("idle");
  languageLinks();
}

async function begin() {
  document.querySelector("meta[name=theme-color]").content = getComputedStyle(document.documentElement).getPropertyValue("--ground");
  if (query.get("overlay") === "1") document.documentElement.classList.add("overlay");
  const [spots, all, games] = await Promise.all([..."board words games".split(" ").map((name) => fetchJson(`${name}.json`)), takeSheet()]);
  geometry = spots;
  known = games;
  speak(all);
  faces = new CardFaces(words, known.games ?? {});
  board = geometry
    ? new Board($("board"), geometry, known, await fetchDrawings(known))
    : new CardTable($("board-frame"), known, words);
  const feed = new Feed(show);
  show(feed);
  feed.connect();
}

begin();
