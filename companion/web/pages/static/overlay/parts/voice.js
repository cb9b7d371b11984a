// The commentary as sound: each new sentence, the newest in place of the one before.  Nothing is to be seen, unless there
// is nothing to be heard.
import { element, fetchJson, served } from "../../dom.js";
import { picture } from "../../symbols.js";
import { concerns } from "../pieces.js";
/** @import { Commentary } from "../../data.d.ts" */
/** @import { PartContext, Show } from "../../page.d.ts" */

/** @typedef {Pick<Commentary, "epoch" | "game" | "seq">} Line a sentence of a game */

/** The page's server may hear a sentence later than this page. */
const TRIES = 3;
const AGAIN_MS = 1_000;
/** How long it is to be read that nobody speaks here. */
const TOLD_MS = 30_000;

/**
 * Loudness from the address, in parts of a hundred.
 * @param {URLSearchParams} query
 */
function volumeOf(query) {
  const asked = Number.parseInt(query.get("volume") ?? "", 10);
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), 100) / 100 : 1;
}

/**
 * @param {PartContext} context
 * @returns {Show}
 */
export function part({ words, options, again }) {
  /**
   * @param {string} text
   * @param {string} name
   */
  const plate = (text, name) => [picture("icon", name), element("p", "title", text)];
  if (options.sample) return () => plate(words.text("overlay.voice.sample"), "voice");
  const sound = new Audio();
  sound.volume = volumeOf(new URLSearchParams(location.search));
  /** @type {Line | null} */
  let last = null;
  let fault = "";

  /** @param {string} text */
  function tell(text) {
    fault = text;
    again();
  }

  /** @param {Line} line */
  function speak(line, tries = TRIES) {
    sound.src = served(`voice/${words.language}/${line.epoch}-${line.seq}.wav`).href;
    sound.play().then(
      () => {
        document.body.dataset.spoken = `${line.epoch}-${line.seq}`;
        if (fault) tell("");
      },
      (error) => {
        // a newer sentence has taken its place
        if (line !== last || error.name === "AbortError") return;
        if (error.name === "NotAllowedError") {
          tell(words.text("overlay.voice.blocked"));
          document.addEventListener("pointerdown", () => repeat(line, TRIES), { once: true });
        } else if (tries > 1) setTimeout(repeat, AGAIN_MS, line, tries - 1);
      },
    );
  }

  /**
   * Speaks a sentence once more, unless a newer one has taken its place.
   * @param {Line} line
   * @param {number} tries
   */
  function repeat(line, tries) {
    if (line === last) speak(line, tries);
  }

  async function begin() {
    const voice = await fetchJson("voice.json").catch(() => null);
    if (voice?.there) return;
    tell(words.text("overlay.voice.missing"));
    setTimeout(tell, TOLD_MS, "");
  }
  begin();

  return ({ commentary }) => {
    const newest = commentary?.lines.at(-1);
    if (commentary && newest) {
      const line = { epoch: commentary.epoch, game: commentary.game, seq: newest.seq };
      const before = last;
      if (!before || line.epoch !== before.epoch || line.game !== before.game || line.seq > before.seq) {
        last = line;
        // what was said before this page came is not said again
        if (before && concerns(options, newest.seat)) speak(line);
      }
    }
    return fault ? plate(fault, "no_voice") : null;
  };
}
