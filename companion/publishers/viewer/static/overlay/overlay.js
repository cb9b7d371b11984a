// One overlay of the stream: a page of its own, transparent, that shows one part of the retained state and is quiet when
// there is nothing to say.  Which part it is stands in its address.
import { element, fetchJson } from "../dom.js";
import { CardFaces } from "../faces.js";
import { Feed } from "../feed.js";
import { takeSheet } from "../symbols.js";
import { Words, chooseLanguage } from "../words.js";
import { readOptions } from "./options.js";
import { sampleFeed } from "./sample.js";

const root = document.documentElement;
const query = new URLSearchParams(location.search);
const upright = matchMedia("(orientation: portrait)");

/** Loads the theme over the house's own; true when it is there. */
function wear(theme) {
  if (!theme) return true;
  const link = element("link");
  link.rel = "stylesheet";
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    link.href = `../themes/${theme}.css`;
    document.head.append(link);
  });
}

function arrange(options) {
  root.dataset.layout = options.layout || (upright.matches ? "vertical" : "horizontal");
  root.dataset.side = options.side;
  root.style.setProperty("--scale", options.scale);
}

async function begin() {
  const name = location.pathname.split("/").pop();
  const [{ part }, geometry, all, known, { themes }] = await Promise.all([
    import(`./parts/${name}.js`), ..."board words games themes".split(" ").map((file) => fetchJson(`${file}.json`)), takeSheet(),
  ]);
  const options = readOptions(query, themes);
  const words = new Words(all, chooseLanguage(all.languages, query.get("lang"), navigator.languages));
  root.lang = words.language;
  arrange(options);
  upright.addEventListener("change", () => arrange(options));
  await wear(options.theme);
  const plate = document.getElementById("part");
  plate.classList.add(name);
  let feed = null;
  const again = () => feed && show(feed);
  const content = await part({ words, geometry, known, options, plate, again, faces: new CardFaces(words, known.games ?? {}) });

  /** A part gives its elements, or true to stay as it is, or null to say nothing. */
  function show(heard) {
    feed = heard;
    window.pawtrackFeed = feed;
    document.body.dataset.signal = feed.signal;
    if (feed.state) document.body.dataset.seq = feed.state.seq;
    const shown = content(feed);
    document.body.dataset.quiet = !shown;
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

begin();
