// The line to the table: opens the door with the code, then asks again and again whether a picture is wanted.  One picture
// is under way at a time, so a slow network gets fewer pictures and none that is old.
/** @import { Eye } from "./eye.js" */
/** @import { Texts } from "../page.d.ts" */

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
    this.wanted = false;
    this.failed = 0;
    /** @type {AbortController | null} */
    this.waiting = null;
  }

  /** Goes on until another phone has the door. */
  async run() {
    addEventListener("hashchange", () => location.reload());
    if (location.hash.length > 1) await this.open(location.hash.slice(1));
    while (this.token) await this.look();
    if (this.signal === "connecting") this.become("scan");
  }

  /** Something has changed that the table should know at once. */
  wake() {
    this.waiting?.abort();
  }

  /** @param {string} code */
  async open(code) {
    for (;;) {
      const said = await this.post("open", JSON.stringify({ code }), {});
      if (said) {
        history.replaceState(null, "", location.pathname + location.search);
        // a code that was used by this phone before: its token may still be good
        if (said.token) this.setToken(said.token);
        else if (!this.token) this.become("void");
        return;
      }
      await this.fail();
    }
  }

  async look() {
    const state = document.visibilityState === "hidden" ? "hidden" : this.eye.isOpen ? "here" : "denied";
    const taken = this.wanted && state === "here" ? await this.eye.picture() : null;
    this.waiting = new AbortController();
    const said = await this.post("look", taken?.jpeg ?? "", {
      "Authorization": `Bearer ${this.token}`,
      "Pawtrack-State": state,
      "Pawtrack-Seen": this.seen,
      ...(taken ? { "Pawtrack-Times": `${taken.takenMs} ${performance.now()} ${performance.timeOrigin}` } : {}),
    }, this.waiting);
    const woken = this.waiting.signal.aborted;
    this.waiting = null;
    if (!said) {
      if (!woken) await this.fail();
      return;
    }
    if (said.error === "void" || said.error === "replaced") {
      this.close(said.error);
      return;
    }
    this.failed = 0;
    if (taken && said.late_ms !== undefined) this.eye.adapt(said.late_ms);
    this.wanted = Boolean(said.want);
    // the camera has not come yet, or a picture was refused: not as fast as the network can
    if (said.error || (this.wanted && !taken && state !== "here")) await sleep(FIRST_PAUSE_MS);
    if (said.seen !== undefined) this.seen = String(said.seen);
    if (said.view !== undefined) this.view = said.view;
    this.become("live");
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

  async fail() {
    this.failed += 1;
    if (this.failed >= LOST_AFTER) this.become("lost");
    await sleep(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.failed, 5)) * (0.5 + Math.random()));
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
