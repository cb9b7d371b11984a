// The streamer's page: every overlay with a preview, its address, its size and a code, and all of them as a scene collection.
import { byId, element, fetchJson, untilBegun } from "../dom.js";
import { PARTS } from "../overlay/parts.js";
import { block } from "../overlay/pieces.js";
import { Words, chooseLanguage } from "../words.js";
import { CANVASES, addressOf } from "./addresses.js";
import { codeOf } from "./code.js";
import { sceneCollection } from "./scenes.js";
/** @import { PageWords } from "../data.d.ts" */
/** @import { Choice } from "./addresses.js" */

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];
const COPIED_MS = 1_500;
/** The height of a preview at most, as for pictures that are upright. */
const TALLEST = 420;

const query = new URLSearchParams(location.search);
/** @type {Choice} */
const choice = { canvas: Object.keys(CANVASES)[0], theme: "", language: "en", side: "left", sample: true };
/** @type {Words} */
let words;
/** @type {PageWords} */
let all;
/** @type {string[]} */
let themes;
/** The address of the pages for others in the house; empty if this machine alone is served. */
let house = "";

/** @param {string} key */
const text = (key) => words.text(`stream.${key}`);

/**
 * @param {"language" | "canvas" | "theme" | "side"} key
 * @param {[string, string][]} options
 * @param {() => void} changed
 */
function chooser(key, options, changed) {
  const select = element("select");
  select.id = `choose-${key}`;
  for (const [value, label] of options) {
    const option = element("option", "", label);
    option.value = value;
    option.selected = value === choice[key];
    select.append(option);
  }
  select.onchange = () => {
    choice[key] = select.value;
    changed();
  };
  return block("label", "choice", element("span", "", text(key)), select);
}

function sampleBox() {
  const box = element("input");
  box.type = "checkbox";
  box.id = "choose-sample";
  box.checked = choice.sample;
  box.onchange = () => {
    choice.sample = box.checked;
    showOverlays();
  };
  return block("label", "choice box", box, element("span", "", text("sample")));
}

/**
 * The overlay itself, drawn as large as in the picture and then made small.
 * @param {string} name
 */
function preview(name) {
  const { width, height } = CANVASES[choice.canvas];
  const frame = element("iframe");
  frame.title = words.text(`overlay.${name}`);
  frame.loading = "lazy";
  frame.tabIndex = -1;
  frame.width = String(width);
  frame.height = String(height);
  frame.src = addressOf(name, choice, choice.sample);
  const made = block("div", "preview", frame);
  const stage = block("div", "stage", made);
  new ResizeObserver(() => {
    const scale = Math.min(stage.clientWidth / width, TALLEST / height);
    frame.style.transform = `scale(${scale})`;
    made.style.width = `${width * scale}px`;
    made.style.height = `${height * scale}px`;
  }).observe(stage);
  return stage;
}

/**
 * @param {HTMLInputElement} field
 * @param {HTMLElement} button
 */
async function copy(field, button) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // without https a page has no clipboard of its own
    field.select();
    document.execCommand("copy");
  }
  button.textContent = text("copied");
  setTimeout(() => { button.textContent = text("copy"); }, COPIED_MS);
}

/** @param {string} address */
function addressRow(address) {
  const field = element("input", "address");
  field.type = "text";
  field.readOnly = true;
  field.value = address;
  field.ariaLabel = text("address");
  field.onfocus = () => field.select();
  const button = element("button", "copy", text("copy"));
  button.type = "button";
  button.onclick = () => copy(field, button);
  return block("div", "row", field, button);
}

/**
 * The code of an address for a phone; none where a phone cannot reach it.
 * @param {string} address
 */
function codeFor(address) {
  const here = LOOPBACK.includes(location.hostname);
  if (here && !house) return [];
  const { pathname, search } = new URL(address);
  const code = block("figure", "code", codeOf(here ? new URL(pathname + search, house).href : address, text("code")));
  code.title = text("code");
  return [code];
}

/** @param {{ name: string }} part */
function overlayCard({ name }) {
  const address = addressOf(name, choice);
  const { width, height } = CANVASES[choice.canvas];
  const about = block("div", "about",
    element("h2", "", words.text(`overlay.${name}`)),
    element("p", "", words.text(`overlay.${name}.about`)),
    element("p", "size", `${text("canvas")} ${width} × ${height}`),
  );
  const card = block("li", "overlay", preview(name), block("div", "facts", about, ...codeFor(address)), addressRow(address));
  card.dataset.overlay = name;
  return card;
}

function download() {
  const names = { camera: text("camera"), game: text("game"), soon: words.text("overlay.starting-soon"), pause: words.text("paused") };
  const made = sceneCollection("Pawtrack", names, CANVASES[choice.canvas], (name) => addressOf(name, choice));
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(made, null, 2)], { type: "application/json" }));
  link.download = `pawtrack-obs-${choice.canvas}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function showOverlays() {
  byId("overlays").replaceChildren(...PARTS.map(overlayCard));
}

function show() {
  words = new Words(all, choice.language);
  document.documentElement.lang = words.language;
  document.title = `Pawtrack · ${text("title")}`;
  byId("title").textContent = text("title");
  byId("intro").textContent = text("intro");
  byId("local").hidden = !LOOPBACK.includes(location.hostname);
  byId("local").textContent = text("local");
  const button = element("button", "main", text("download"));
  button.type = "button";
  button.id = "download";
  button.onclick = download;
  byId("choices").replaceChildren(
    chooser("language", Object.entries(words.languages).map(([code, { name }]) => [code, name]), show),
    chooser("canvas", Object.keys(CANVASES).map((name) => [name, name.replace("x", " × ")]), showOverlays),
    chooser("theme", themes.map((name) => [name, text(`theme.${name || "house"}`) || name]), showOverlays),
    chooser("side", ["left", "right"].map((side) => [side, text(side)]), showOverlays),
    sampleBox(),
    button,
  );
  showOverlays();
}

async function begin() {
  const [said, listed, config] = await Promise.all([fetchJson("words.json"), fetchJson("themes.json"), fetchJson("config.json")]);
  all = said;
  house = config.house;
  themes = ["", ...listed.themes];
  choice.language = chooseLanguage(all.languages, query.get("lang"), navigator.languages);
  show();
}

untilBegun(begin);
