// The line to the table: opens the door with the code, then asks again and again whether a picture is wanted.  Each lane
// has one picture under way; a quick line has one lane, and a slow one several, since its answers come late.
/** @import { Eye } from "./eye.js" */
/** @import { Texts } from "../page.d.ts" */
import { Pace } from "./pace.js";

const STORED = "pawtrack.camera";
/** Longer than the door lets a phone wait, and than a picture takes over a slow network. */
const ANSWER_MS = 12_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 3_000;
/** So many requests without an answer are a lost line. */
const LOST_AFTER = 3;

/** @param {number} ms */
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function kept() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null; // a browser that keeps nothing: the door is open as long as the page
  }
}

/** @param {string | null} token */
function keep(token) {
  try {
    if (token) localStorage.setItem(STORED, token);
    else localStorage.removeItem(STORED);
  } catch {
    // as above
  }
}

/**
 * An answer of the door.
 * @typedef {{ token?: string, error?: string, want?: boolean, late_ms?: number, seen?: number, view?: TableView | null }} Said
 */
/**
 * What the table sees.
 * @typedef {{ good: boolean, text: Texts }} TableView
 */

/**
 * One request after another.
 * @typedef {{ number: number, wanted: boolean, failed: number }} Lane
 */

export class Line {
  /**
   * `onChange` is called whenever something that is shown has changed.
   * @param {Eye} eye
   * @param {() => void} onChange
   */
  constructor(eye, onChange) {
    this.eye = eye;
    this.onChange = onChange;
    this.token = kept();
    /** connecting, live or lost; or, where the door is shut: scan, void, replaced. */
    this.signal = "connecting";
    /** @type {TableView | null} */
    this.view = null;
    this.seen = "";
    this.pace = new Pace();
    /** The numbers of the lanes in use.
     * @type {Set<number>} */
    this.used = new Set();
    /** The requests that wait for an answer.
     * @type {Set<AbortController>} */
    this.waiting = new Set();
  }

  /** Goes on until another phone has the door. */
  async run() {
    addEventListener("hashchange", () => location.reload());
    if (location.hash.length > 1) await this.open(location.hash.slice(1));
    await this.use(0);
    if (this.signal === "connecting") this.become("scan");
  }

  /** Something has changed that the table should know at once. */
  wake() {
    for (const each of this.waiting) each.abort();
  }

  /**
   * Goes on as long as the pace has this lane; the first one opens the others.
   * @param {number} number
   */
  async use(number) {
    const lane = { number, wanted: false, failed: 0 };
    this.used.add(number);
    while (this.token && number < this.pace.lanes) {
      await this.look(lane);
      for (let other = 1; number === 0 && other < this.pace.lanes; other += 1) if (!this.used.has(other)) void this.use(other);
    }
    this.used.delete(number);
  }

  /** @param {string} code */
  async open(code) {
    const lane = { number: 0, wanted: false, failed: 0 };
    for (;;) {
      const said = await this.post("open", JSON.stringify({ code }), {});
      if (said) {
        history.replaceState(null, "", location.pathname + location.search);
        // a code that was used by this phone before: its token may still be good
        if (said.token) this.setToken(said.token);
        else if (!this.token) this.become("void");
        return;
      }
      await this.fail(lane);
    }
  }

  /** @param {Lane} lane */
  async look(lane) {
    const taken = lane.wanted && this.state === "here" ? await this.taken() : null;
    const state = this.state;
    const waiting = new AbortController();
    this.waiting.add(waiting);
    const said = await this.post("look", taken?.jpeg ?? "", {
      "Authorization": `Bearer ${this.token}`,
      "Pawtrack-State": state,
      "Pawtrack-Seen": this.seen,
      "Pawtrack-Lane": String(lane.number),
      ...(taken ? { "Pawtrack-Times": `${taken.takenMs} ${performance.now()} ${performance.timeOrigin}` } : {}),
    }, waiting);
    this.waiting.delete(waiting);
    if (!said) {
      if (!waiting.signal.aborted) await this.fail(lane);
      return;
    }
    if (said.error === "void" || said.error === "replaced") {
      this.close(said.error);
      return;
    }
    lane.failed = 0;
    if (taken && said.late_ms !== undefined) this.pace.hear(said.late_ms);
    lane.wanted = Boolean(said.want);
    // the camera has not come yet, or a picture was refused: not as fast as the network can
    if (said.error || (lane.wanted && !taken && state !== "here")) await sleep(FIRST_PAUSE_MS);
    if (said.seen !== undefined) this.seen = String(said.seen);
    if (said.view !== undefined) this.view = said.view;
    this.become("live");
  }

  get state() {
    return document.visibilityState === "hidden" ? "hidden" : this.eye.isOpen ? "here" : "denied";
  }

  /** The next picture, in the turn of this lane; null where none comes. */
  async taken() {
    const waitMs = this.pace.wait(performance.now());
    if (waitMs > 0) await sleep(waitMs);
    return await this.eye.picture(this.pace);
  }

  /** @param {string | null} token */
  setToken(token) {
    this.token = token;
    keep(token);
  }

  /** @param {string} why */
  close(why) {
    // a tab that was replaced by another one of this phone leaves it the token
    if (why === "void") keep(null);
    this.token = null;
    this.view = null;
    this.become(why);
  }

  /** @param {string} signal */
  become(signal) {
    this.signal = signal;
    this.onChange();
  }

  /** @param {Lane} lane */
  async fail(lane) {
    lane.failed += 1;
    if (lane.failed >= LOST_AFTER) this.become("lost");
    await sleep(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(lane.failed, 5)) * (0.5 + Math.random()));
  }

  /**
   * The answer; null where none came, or the door is too busy for one.
   * @param {string} path
   * @param {string | Blob} body
   * @param {Record<string, string>} headers
   * @param {AbortController} [aborting]
   * @returns {Promise<Said | null>}
   */
  async post(path, body, headers, aborting = new AbortController()) {
    const timer = setTimeout(() => aborting.abort(), ANSWER_MS);
    try {
      const answer = await fetch(path, { method: "POST", body, headers, signal: aborting.signal, cache: "no-store", keepalive: typeof body === "string" });
      return [200, 400, 403, 409, 413].includes(answer.status) ? await answer.json() : null;
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }
}
