// Elements of the page.  What people wrote goes in as text, never as markup.
/** @import { Files } from "./page.d.ts" */

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 5_000;

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
 * A file of the server.  Raises where what comes is none: the server is busy, or a stranger answers in its place.
 * @param {string} path
 */
async function fetched(path) {
  const answer = await fetch(served(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/**
 * @template {keyof Files} Path
 * @param {Path} path
 * @returns {Promise<Files[Path]>}
 */
export const fetchJson = async (path) => (await fetched(path)).json();

/** @param {string} path */
export const fetchText = async (path) => (await fetched(path)).text();

/**
 * Begins a page, and anew until all that it fetches has come: nobody stands before a screen in a hall to load it again.
 * @param {() => Promise<void>} begin
 */
export async function untilBegun(begin) {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      await begin();
      return;
    } catch (error) {
      console.error(error);
    }
    await new Promise((done) => setTimeout(done, pauseMs * (0.5 + Math.random() / 2)));
  }
}

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
