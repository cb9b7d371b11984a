// What the address of an overlay asks for.  What it cannot mean is left as it usually is.
/** @import { Options } from "../page.d.ts" */
const SIDES = ["left", "right"];
const LAYOUTS = ["horizontal", "vertical"];
const VIEWS = ["flat", "camera"];
const SMALLEST = 0.5;
const LARGEST = 3;

/**
 * `theme` is "" for the house's own; `side`, `layout` and `view` are "" where the overlay chooses; `seat` is null for all.
 * @param {URLSearchParams} query
 * @param {readonly string[]} themes
 * @returns {Options}
 */
export function readOptions(query, themes) {
  const scale = Number.parseFloat(query.get("scale") ?? "");
  const seat = query.get("seat");
  return {
    theme: one(themes, query.get("theme")),
    side: one(SIDES, query.get("side")),
    layout: one(LAYOUTS, query.get("layout")),
    view: one(VIEWS, query.get("view")),
    scale: Number.isFinite(scale) ? Math.min(Math.max(scale, SMALLEST), LARGEST) : 1,
    seat: /^\d{1,2}$/.test(seat ?? "") ? Number(seat) : null,
    sample: query.has("sample"),
  };
}

/**
 * @param {readonly string[]} known
 * @param {string | null} asked
 */
const one = (known, asked) => (asked !== null && known.includes(asked) ? asked : "");
