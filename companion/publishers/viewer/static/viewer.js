// The page: hears the state, shows it.  It works from the retained state alone and never asks the table for anything.
// What people wrote (names) goes in as text, never as markup.
import { Board, fetchDrawings } from "./board.js";
import { CardTable } from "./cards.js";
import { element } from "./dom.js";
import { Feed } from "./feed.js";
import { pawnColour, pawnSymbol, picture, takeSheet } from "./symbols.js";
import { chooseLanguage, phrase } from "./words.js";

const query = new URLSearchParams(location.search);
const $ = (id) => document.getElementById(id);
const text = (key, blanks) => phrase(language, phrases, key, blanks);
let language = "en";
let phrases = {};
let board = null;
let cardNames = {};
let games = {};

const ICONS = { legal: "check", illegal: "cross", anomaly: "question" };

const cardName = (card) => cardNames[language]?.[card] ?? card;

const pawnPicture = (colour) => picture("pawn", pawnSymbol(colour));
const icon = (kind) => picture("icon", ICONS[kind]);

/** A card as on the tablet: its pictogram in its colour, and its name. */
function showCard(span, card, variant) {
  span.hidden = !card;
  const look = games[variant]?.cards[card];
  span.style.color = look ? `var(--${look.colour.replace("_", "-")})` : "";
  span.replaceChildren(...(look ? [picture("pictogram", look.pictogram)] : []), card ? cardName(card) : "");
}

function showHead(feed) {
  const state = feed.state;
  const badge = $("badge");
  const delay = feed.info?.delay_s;
  badge.dataset.state = feed.signal;
  const late = delay && feed.signal === "live" ? ` · ${text("delayed", { s: delay })}` : "";
  badge.lastElementChild.textContent = text(feed.signal) + late;
  $("demo").hidden = !feed.info?.demo;
  $("demo").textContent = text("demo");
  $("round").textContent = state?.position && state.round ? text("round", { round: state.round, ply: state.ply }) : "";
}

function winners(state) {
  const names = state.result.map((seat) => state.seats[seat].name);
  if (!names.length) return text("ended");
  return text("won", { names: names.join(text("and")), count: names.length });
}

function showTurn(state) {
  const panel = $("turn");
  panel.dataset.stage = state.stage;
  const seat = state.seats[state.acting];
  const over = state.result !== null && state.result !== undefined;
  const shown = over ? state.seats[state.result[0]] : seat;
  $("turn-text").textContent = over ? winners(state) : text(state.stage, { name: seat?.name });
  const alone = shown && !state.stage.startsWith("exchange");
  $("turn-pawn").replaceChildren(...(alone ? [pawnPicture(shown.colour)] : []));
  panel.style.setProperty("--seat", alone ? pawnColour(shown.colour, "line") : "var(--line)");
  showCard($("turn-card"), over ? null : state.declared, state.variant);
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
  $("verdict-word").textContent = text(legal ? "legal" : "illegal");
  $("verdict-who").replaceChildren(...(seat ? [pawnPicture(seat.colour), seat.name] : []));
  showCard($("verdict-card"), last.card, state.variant);
  $("verdict-text").textContent = last.text[language] ?? last.text.en ?? "";
}

function showAnomaly(panel, anomaly) {
  panel.dataset.verdict = "anomaly";
  $("verdict-icon").replaceChildren(icon("anomaly"));
  $("verdict-word").textContent = text("anomaly");
  $("verdict-who").replaceChildren();
  showCard($("verdict-card"), null);
  $("verdict-text").textContent = anomaly.text[language] ?? anomaly.text.en ?? "";
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
  const mates = partners(state, seat).join(text("and"));
  const partner = mates ? [text("partner", { name: mates })] : [];
  const notes = [...(seat.out ? [text("out")] : []), ...partner, ...(board.dealt && state.dealer === seat.seat ? [text("dealer")] : [])];
  who.append(element("small", "", notes.join(" · ")));
  row.append(pawnPicture(seat.colour), who, homePips(state, seat), hand(seat));
  return row;
}

function homePips(state, seat) {
  const pips = element("span", "pips");
  const goal = board.homes(state);
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
  if (state.position) rows.push(["discard_pile", String(state.discard.count), state.discard.top]);
  $("piles").replaceChildren(...rows.map(([key, count, top]) => {
    const pile = element("div");
    const value = element("dd", "", count);
    if (top) showCard(value.appendChild(element("span", "card")), top, state.variant);
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

function languageLinks(languages) {
  for (const code of Object.keys(languages)) {
    const link = element("a", "", languages[code].name);
    const there = new URLSearchParams(query);
    there.set("lang", code);
    link.href = `?${there}`;
    link.lang = code;
    if (code === language) link.ariaCurrent = "true";
    $("languages").append(link);
  }
}

function speak(words) {
  language = chooseLanguage(words.languages, query.get("lang"), navigator.languages);
  phrases = words.languages[language].phrases;
  cardNames = words.cards;
  document.documentElement.lang = language;
  $("board").setAttribute("aria-label", text("board"));
  $("turn-text").textContent = text("idle");
  languageLinks(words.languages);
}

async function begin() {
  document.querySelector("meta[name=theme-color]").content = getComputedStyle(document.documentElement).getPropertyValue("--ground");
  if (query.get("overlay") === "1") document.documentElement.classList.add("overlay");
  const parts = ["board.json", "words.json", "games.json"].map(async (name) => (await fetch(name)).json());
  const [geometry, words, known] = await Promise.all([...parts, takeSheet()]);
  speak(words);
  games = known.games ?? {};
  board = geometry
    ? new Board($("board"), geometry, known, await fetchDrawings(known))
    : new CardTable($("board-frame"), known, cardName, text);
  const feed = new Feed(show);
  show(feed);
  feed.connect();
}

begin();
