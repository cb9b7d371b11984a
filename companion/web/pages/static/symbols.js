// Pawns, figures and pictograms: the symbols of sheet.svg, which the tablet draws too.
import { fetchText } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} [attributes]
 * @param {Element | null} [parent]
 * @returns {SVGElementTagNameMap[Name]}
 */
export function make(name, attributes = {}, parent = null) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

/**
 * The root of an SVG file, as an element of this document.  Raises where the text is none.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function parseSvg(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") throw new Error("no drawing");
  return document.importNode(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (root)), true);
}

/** @param {string} path */
export const fetchSvg = async (path) => parseSvg(await fetchText(path));

/** Takes the sheet into the page, where its symbols can be used. */
export const takeSheet = async () => laySheet(await fetchSvg("sheet.svg"));

/** The colours of the sheet's pawns, in its order. */
export const pawnColours = () => [...document.querySelectorAll("symbol[id^=pawn-]")]
  .map(({ id }) => id.split("-")).filter(({ length }) => length === 2).map(([, colour]) => colour);

/** @param {SVGSVGElement} sheet */
export function laySheet(sheet) {
  document.querySelector("body > .sheet")?.remove();
  sheet.setAttribute("class", "sheet");
  sheet.setAttribute("aria-hidden", "true");
  document.body.prepend(sheet);
}

/**
 * A symbol about the origin, `width` wide.
 * @param {string} symbol
 * @param {number} width
 */
export const use = (symbol, width) => make("use", { href: `#${symbol}`, x: -width / 2, y: -width / 2, width, height: width });

/**
 * The symbol of a pawn; a known rank shows its sign over the colour's glyph.
 * @param {string | undefined} colour
 * @param {string} [rank]
 */
export function pawnSymbol(colour, rank = "") {
  const names = [rank && `pawn-${colour}-${rank}`, `pawn-${colour}`];
  return names.find((name) => name && document.getElementById(name)) ?? "pawn-unknown";
}

/**
 * The colour of a pawn for styles; that of `other` where nobody knows it.
 * @param {string | undefined} colour
 * @param {string} [other]
 */
export const pawnColour = (colour, other = "pawn-unknown") => `var(--pawn-${colour || "nobody"}, var(--${other}))`;

/**
 * A symbol as a picture of its own.
 * @param {string} className
 * @param {string} symbol
 */
export function picture(className, symbol) {
  const svg = make("svg", { viewBox: "0 0 100 100", class: className, "aria-hidden": "true" });
  make("use", { href: `#${symbol}` }, svg);
  return svg;
}

/** @param {string | undefined} colour */
export const pawnPicture = (colour) => picture("pawn", pawnSymbol(colour));
