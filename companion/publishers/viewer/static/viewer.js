// The page: hears the state, shows it.  It works from the retained state alone and never asks the table for anything.
// What people wrote (names) goes in as text, never as markup.
import { Board, PAWNS, make, pawnShape } from "./board.js";
import { Feed } from "./feed.js";
import { LANGUAGES, chooseLanguage, languageName, say } from "./words.js";

const query = new URLSearchParams(location.search);
const language = chooseLanguage(query.get("lang"), navigator.languages);
const $ = (id) => document.getElementById(id);
const text = (key, blanks) => say(language, key, blanks);
let board = null;
let cardNames = {};
let games = {};

const QUESTION = "M7.5 8.5a4.5 4.5 0 1 1 6.7 3.9c-1.5.9-2.2 1.6-2.2 3.1M12 20v.2";
const ICONS = { legal: "M5 13l5 5L20 7", illegal: "M6 6l12 12M18 6L6 18", amiss: QUESTION };

const cardName = (card) => cardNames[language]?.[card] ?? card;

function element(name, className, content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (content !== undefined) made.textContent = content;
  return made;
}

function picture(className, viewBox, ...children) {
  const svg = make("svg", { viewBox, class: className, "aria-hidden": "true" });
  svg.append(...children);
  return svg;
}

const pawnPicture = (colour) => picture("pawn", "-1.15 -1.15 2.3 2.3", pawnShape(colour));

function icon(kind) {
  const line = { d: ICONS[kind], fill: "none", stroke: "currentColor", "stroke-width": 3.4, "stroke-linecap": "round", "stroke-linejoin": "round" };
  return picture("icon", "0 0 24 24", make("path", line));
}

function showCard(span, card) {
  span.hidden = !card;
  span.textContent = card ? cardName(card) : "";
}

function showHead(feed) {
  const state = feed.state;
  const badge = $("badge");
  const delay = feed.info?.delay_s;
  badge.dataset.state = feed.signal;
  const late = delay && feed.signal === "live" ? ` · ${text("delayed", { s: delay })}` : "";
  badge.lastElementChild.textContent = text(feed.signal) + late;
  $("round").textContent = state?.position && state.round ? text("round", { round: state.round, ply: state.ply }) : "";
}

function winners(state) {
  const names = state.result.map((seat) => state.seats[seat].name);
  if (!names.length) return text("ended");
  return text(names.length > 1 ? "won" : "won_one", { names: names.join(text("and")) });
}

/** Whether somebody has to do something with cards before the next play. */
const owes = (state) => state.phase === "play" && state.pending && state.pending.kind !== "play_or_discard";

/** What the table waits for, as a key of the words: what somebody owes, the figure to be placed, or the phase. */
function stage(state) {
  if (!state.position) return "idle";
  if (games[state.position.variant]?.figures.includes(state.phase)) return "figure";
  const alone = new Set(state.seats.map((seat) => seat.team)).size === state.seats.length;
  if (state.phase === "exchange") return alone ? "exchange_left" : "exchange";
  return owes(state) ? `owes_${state.pending.kind}` : state.phase;
}

function showTurn(state) {
  const panel = $("turn");
  panel.dataset.phase = state.phase;
  const now = stage(state);
  const seat = state.seats[owes(state) ? state.pending.seat : state.turn];
  const over = state.result !== null && state.result !== undefined;
  const shown = over ? state.seats[state.result[0]] : seat;
  $("turn-text").textContent = over ? winners(state) : text(now, { name: seat?.name });
  const alone = shown && state.phase !== "exchange";
  $("turn-pawn").replaceChildren(...(alone ? [pawnPicture(shown.colour)] : []));
  panel.style.setProperty("--seat", PAWNS[alone ? shown.colour : ""]?.[0] ?? "#5B6875");
  showCard($("turn-card"), over ? null : state.declared);
}

/** What is amiss on the board, as long as it is; else the newest verdict. */
function showVerdict(state) {
  const last = state.last;
  const panel = $("verdict");
  panel.hidden = !last && !state.amiss;
  if (state.amiss) {
    showAmiss(panel, state.amiss);
    return;
  }
  if (!last) return;
  const legal = last.verdict === "legal";
  const seat = state.seats[last.seat];
  panel.dataset.verdict = last.verdict;
  $("verdict-icon").replaceChildren(icon(legal ? "legal" : "illegal"));
  $("verdict-word").textContent = text(legal ? "legal" : "illegal");
  $("verdict-who").replaceChildren(...(seat ? [pawnPicture(seat.colour), seat.name] : []));
  showCard($("verdict-card"), last.card);
  $("verdict-text").textContent = last.text[language] ?? last.text.en ?? "";
}

function showAmiss(panel, amiss) {
  panel.dataset.verdict = "amiss";
  $("verdict-icon").replaceChildren(icon("amiss"));
  $("verdict-word").textContent = text("amiss");
  $("verdict-who").replaceChildren();
  showCard($("verdict-card"), null);
  $("verdict-text").textContent = amiss.text[language] ?? amiss.text.en ?? "";
}

function partners(state, seat) {
  return state.seats.filter((other) => other.team === seat.team && other.seat !== seat.seat).map((other) => other.name);
}

function seatRow(state, seat) {
  const row = element("li");
  row.dataset.seat = seat.seat;
  row.classList.toggle("turn", state.turn === seat.seat && state.phase !== "over");
  row.classList.toggle("out", seat.out);
  row.classList.toggle("winner", Boolean(state.result?.includes(seat.seat)));
  row.style.setProperty("--seat", PAWNS[seat.colour]?.[0] ?? "#8A8F95");
  const who = element("div", "who");
  who.append(element("b", "name", seat.name));
  const mates = partners(state, seat).join(text("and"));
  const partner = mates ? [text("partner", { name: mates })] : [];
  const notes = [...(seat.out ? [text("out")] : []), ...partner, ...(state.dealer === seat.seat ? [text("dealer")] : [])];
  who.append(element("small", "", notes.join(" · ")));
  row.append(pawnPicture(seat.colour), who, homePips(state, seat), hand(seat));
  return row;
}

function homePips(state, seat) {
  const pips = element("span", "pips");
  const goal = state.position ? board.geometry.goal[0].length : 4;
  pips.title = pips.ariaLabel = `${seat.home}/${goal} ${text("home")}`;
  for (let index = 0; index < goal; index++) pips.append(element("i", index < seat.home ? "full" : ""));
  return pips;
}

/** How many cards, never which. */
function hand(seat) {
  const cards = element("span", "hand");
  const known = seat.cards !== null && seat.cards !== undefined;
  cards.ariaLabel = known ? `${seat.cards} ${text("cards")}` : "";
  const fan = element("span", "fan");
  for (let index = 0; known && index < seat.cards; index++) fan.append(element("i"));
  cards.append(fan, element("b", "count", known ? seat.cards : "–"));
  return cards;
}

function showPiles(state) {
  const rows = [];
  if (state.deck !== null && state.deck !== undefined) rows.push(["deck", String(state.deck), null]);
  if (state.position) rows.push(["discard", String(state.discard.count), state.discard.top]);
  $("piles").replaceChildren(...rows.map(([key, count, top]) => {
    const pile = element("div");
    const value = element("dd", "", count);
    if (top) value.append(element("span", "card", cardName(top)));
    pile.append(element("dt", "", text(key)), value);
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
  for (const code of LANGUAGES) {
    const link = element("a", "", languageName(code));
    const there = new URLSearchParams(query);
    there.set("lang", code);
    link.href = `?${there}`;
    link.lang = code;
    if (code === language) link.ariaCurrent = "true";
    $("languages").append(link);
  }
}

async function begin() {
  document.documentElement.lang = language;
  if (query.get("overlay") === "1") document.documentElement.classList.add("overlay");
  $("board").setAttribute("aria-label", text("board"));
  $("turn-text").textContent = text("idle");
  languageLinks();
  const parts = ["board.json", "words.json", "games.json"].map(async (name) => (await fetch(name)).json());
  const [geometry, words, known] = await Promise.all(parts);
  cardNames = words.cards;
  games = known.games;
  board = new Board($("board"), geometry, games);
  const feed = new Feed(show);
  show(feed);
  feed.connect();
}

begin();
