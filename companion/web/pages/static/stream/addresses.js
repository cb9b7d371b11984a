// The addresses of the overlays, as what was chosen asks for them.
import { served } from "../dom.js";

/**
 * Sizes of the picture; upright pictures are for phones.
 * @typedef {{ width: number, height: number }} Canvas
 * @typedef {{ canvas: string, theme: string, language: string, side: string, sample: boolean }} Choice
 *
 * @type {Record<string, Canvas>}
 */
export const CANVASES = {
  "1920x1080": { width: 1920, height: 1080 },
  "1280x720": { width: 1280, height: 720 },
  "1080x1920": { width: 1080, height: 1920 },
};

/** What stands on the other side than the players. */
const OPPOSITE = ["board", "last-play"];

/**
 * `choice`: language, theme ("" for the house's own) and the side of the players.
 * @param {string} name
 * @param {Choice} choice
 * @param {boolean} [sample]
 */
export function addressOf(name, choice, sample = false) {
  const address = served(`overlay/${name}`);
  address.searchParams.set("lang", choice.language);
  if (choice.theme) address.searchParams.set("theme", choice.theme);
  if (choice.side === "right") address.searchParams.set("side", OPPOSITE.includes(name) ? "left" : "right");
  if (sample) address.searchParams.set("sample", "1");
  return address.href;
}
