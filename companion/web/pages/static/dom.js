// Elements of the page.  What people wrote goes in as text, never as markup.
/** @import { Files } from "./page.d.ts" */

/**
 * The element with this id, which every page has that asks for it.
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} [className]
 * @param {string | number} [content]
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, className, content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (content !== undefined) made.textContent = String(content);
  return made;
}

/**
 * The address of a file of the server, whichever page asks for it.
 * @param {string} path
 */
export const served = (path) => new URL(path.replace(/^\//, ""), import.meta.url);

/**
 * @template {keyof Files} Path
 * @param {Path} path
 * @returns {Promise<Files[Path]>}
 */
export const fetchJson = async (path) => (await fetch(served(path))).json();

/**
 * The field for input with this id, on a page that has one.
 * @param {string} id
 */
export const inputById = (id) => /** @type {HTMLInputElement} */ (byId(id));

/**
 * The drawing with this id, on a page that has one.
 * @param {string} id
 */
export const svgById = (id) => /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId(id)));

/** The frame of the browser's window in the colour of the page. */
export function colourWindow() {
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--ground");
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", ground);
}
