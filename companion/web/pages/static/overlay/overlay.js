// One overlay of the stream: a page of its own, transparent, that shows one part of the retained state and is quiet when
// there is nothing to say.  Which part it is stands in its address.
import { byId, element, fetchJson, untilBegun } from "../dom.js";
import { CardFaces } from "../faces.js";
import { Feed } from "../feed.js";
import { takeSheet } from "../symbols.js";
import { Words, chooseLanguage } from "../words.js";
import { readOptions } from "./options.js";
import { sampleFeed } from "./sample.js";
/** @import { Heard, Options, Part, PartContext } from "../page.d.ts" */

const root = document.documentElement;
const query = new URLSearchParams(location.search);
const upright = matchMedia("(orientation: portrait)");

/**
 * Loads the theme over the house's own; done when it is there, or will not be.
 * @param {string} theme
 * @returns {Promise<unknown>}
 */
function wear(theme) {
  if (!theme) return Promise.resolve();
  const link = element("link");
  link.rel = "stylesheet";
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    link.href = `../themes/${theme}.css`;
    document.head.append(link);
  });
}

/** @param {Options} options */
function arrange(options) {
  root.dataset.layout = options.layout || (upright.matches ? "vertical" : "horizontal");
  root.dataset.side = options.side;
  root.style.setProperty("--scale", String(options.scale));
}

async function begin() {
  const name = location.pathname.split("/").pop() ?? "";
  /** @type {{ part: Part }} */
  const { part } = await import(`./parts/${name}.js`);
  const [geometry, all, known, { themes }] = await Promise.all([
    fetchJson("board.json"), fetchJson("words.json"), fetchJson("games.json"), fetchJson("themes.json"), takeSheet(),
  ]);
  const options = readOptions(query, themes);
  const words = new Words(all, chooseLanguage(all.languages, query.get("lang"), navigator.languages));
  root.lang = words.language;
  arrange(options);
  upright.addEventListener("change", () => arrange(options));
  await wear(options.theme);
  const plate = byId("part");
  plate.classList.add(name);
  byId("name").textContent = words.text(`overlay.${name}`);
  /** @type {Heard | null} */
  let feed = null;
  const again = () => feed && show(feed);
  /** @type {PartContext} */
  const context = { words, geometry, known, options, plate, again, faces: new CardFaces(words, known.games) };
  const content = await part(context);

  /**
   * A part gives its elements, or true to stay as it is, or null to say nothing.
   * @param {Heard} heard
   */
  function show(heard) {
    feed = heard;
    window.pawtrackFeed = heard;
    document.body.dataset.signal = heard.signal;
    if (heard.state) document.body.dataset.seq = String(heard.state.seq);
    const shown = content(heard);
    document.body.dataset.quiet = String(!shown);
    plate.classList.toggle("in", Boolean(shown));
    if (Array.isArray(shown)) plate.replaceChildren(...shown);
  }

  if (options.sample) {
    show(sampleFeed(words, geometry, known));
    return;
  }
  const live = new Feed(show);
  show(live);
  live.connect();
}

untilBegun(begin);
