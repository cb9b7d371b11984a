// A stream of pictures (MJPEG), drawn on a canvas: other than an image element it notices that the stream has ended, and
// when there is nothing to see.
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** A stream that says nothing for so long has ended, whatever the line says. */
const SILENT_MS = 20_000;
const HEAD_END = [13, 10, 13, 10];

/** @typedef {{ picture: Uint8Array<ArrayBuffer>, shows: boolean, end: number }} Part a whole picture, and where it ends */

export class Pictures {
  /**
   * `changed` is called when `shows` has changed.
   * @param {URL} address
   * @param {HTMLCanvasElement} canvas
   * @param {() => void} changed
   */
  constructor(address, canvas, changed) {
    this.address = address;
    this.canvas = canvas;
    this.changed = changed;
    this.shows = false;
    this.drawn = 0;
    this.tries = 0;
  }

  async watch() {
    try {
      await this.read();
    } catch {
      // the line broke, or there is no such stream: asked again below
    }
    this.show(false);
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** this.tries++, LONGEST_PAUSE_MS);
    setTimeout(() => this.watch(), longest * (0.5 + Math.random() / 2));
  }

  async read() {
    const ending = new AbortController();
    const answer = await fetch(this.address, { cache: "no-store", signal: ending.signal });
    if (!answer.ok || !answer.body) throw new Error(`${answer.status}`);
    const reader = answer.body.getReader();
    let heard = new Uint8Array(0);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let silent;
    const wait = () => {
      clearTimeout(silent);
      silent = setTimeout(() => ending.abort(), SILENT_MS);
    };
    try {
      for (;;) {
        wait();
        const { done, value } = await reader.read();
        if (done) return;
        heard = joined(heard, value);
        for (let next = firstPart(heard); next; next = firstPart(heard)) {
          heard = heard.slice(next.end);
          await this.draw(next);
        }
      }
    } finally {
      clearTimeout(silent);
      ending.abort();
    }
  }

  /** @param {Part} part */
  async draw({ picture, shows }) {
    const bitmap = await createImageBitmap(new Blob([picture], { type: "image/jpeg" }));
    if (this.canvas.width !== bitmap.width || this.canvas.height !== bitmap.height) {
      this.canvas.width = bitmap.width;
      this.canvas.height = bitmap.height;
    }
    this.canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
    this.tries = 0;
    this.drawn += 1;
    this.canvas.dataset.drawn = String(this.drawn);
    this.show(shows);
  }

  /** @param {boolean} shows */
  show(shows) {
    if (shows === this.shows) return;
    this.shows = shows;
    this.changed();
  }
}

/**
 * The first whole picture in what was heard: its bytes, whether it shows anything, and where it ends; else null.
 * @param {Uint8Array<ArrayBuffer>} heard
 * @returns {Part | null}
 */
function firstPart(heard) {
  const end = heard.findIndex((_, at) => HEAD_END.every((byte, index) => heard[at + index] === byte));
  if (end < 0) return null;
  const begin = end + HEAD_END.length;
  const head = new TextDecoder().decode(heard.subarray(0, end));
  const length = Number(/Content-Length: (\d+)/.exec(head)?.[1]);
  if (!Number.isFinite(length)) throw new Error("a part without its length");
  if (heard.length < begin + length) return null;
  return { picture: heard.slice(begin, begin + length), shows: !head.includes("Pawtrack-Shows: 0"), end: begin + length };
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
