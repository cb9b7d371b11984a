// The page of a phone that is the table's camera: its picture, what the table sees, and what to do.  It keeps the screen
// awake, and it decides nothing.
import { byId, colourWindow, fetchJson, untilBegun } from "../dom.js";
import { Words, chooseLanguage, languageLinks } from "../words.js";
import { Eye } from "./eye.js";
import { Line } from "./line.js";

/** The door is shut, and the whole page says so. */
const SHUT = ["scan", "void", "replaced"];

const query = new URLSearchParams(location.search);

/** @type {WakeLockSentinel | null} */
let awake = null;

/** A screen that goes dark ends the pictures; where the browser cannot hold it, the phone's own settings must. */
async function stayAwake() {
  try {
    if (document.visibilityState === "visible") awake = (await navigator.wakeLock?.request("screen")) ?? null;
  } catch {
    awake = null; // an empty battery, say
  }
}

class CameraPage {
  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    this.eye = new Eye(/** @type {HTMLVideoElement} */ (byId("picture")), () => this.changed());
    this.line = new Line(this.eye, () => this.show());
  }

  async run() {
    document.addEventListener("visibilitychange", () => this.seen());
    byId("again").addEventListener("click", () => void this.begin());
    await this.begin();
    await this.line.run();
    this.eye.close();
    await awake?.release();
    this.show();
  }

  async begin() {
    await stayAwake();
    await this.eye.open();
  }

  /** The page is in view again, or is not. */
  seen() {
    this.line.wake();
    if (document.visibilityState !== "visible") return;
    void stayAwake();
    // a call, or another program, has taken the camera meanwhile
    if (this.line.token && !this.eye.isOpen) void this.eye.open();
  }

  changed() {
    this.line.wake();
    this.show();
  }

  show() {
    const { words, eye, line } = this;
    const shut = SHUT.includes(line.signal);
    document.body.dataset.signal = line.signal;
    const badge = byId("badge");
    badge.hidden = shut;
    badge.dataset.state = line.signal;
    byId("badge-text").textContent = shut ? "" : words.text(line.signal);
    const fault = shut ? line.signal : eye.fault || (line.signal === "lost" ? "lost" : "");
    byId("trouble").textContent = fault ? words.text(`camera.${fault}`) : "";
    byId("trouble").hidden = !fault;
    byId("again").hidden = shut || !eye.fault;
    byId("picture").hidden = shut || !eye.isOpen;
    const view = line.signal === "live" ? line.view : null;
    byId("table").hidden = !view;
    byId("table").textContent = view ? words.sentence(view.text) : "";
    byId("table").dataset.good = String(Boolean(view?.good));
    byId("place").hidden = shut || Boolean(view?.good);
    byId("kept").hidden = shut;
  }
}

async function begin() {
  const all = await fetchJson("words.json");
  const words = new Words(all, chooseLanguage(all.languages, query.get("lang"), navigator.languages));
  document.documentElement.lang = words.language;
  colourWindow();
  document.title = byId("heading").textContent = words.text("camera.title");
  byId("again").textContent = words.text("camera.again");
  byId("place").textContent = words.text("camera.place");
  byId("kept").textContent = words.text("camera.kept");
  byId("languages").replaceChildren(...languageLinks(words, query));
  new CameraPage(words).run();
}

untilBegun(begin);
