// Where a replay comes from: out of the page itself where it was saved as a file, else from the table's page server.
import { fetchJson, fetchText } from "../dom.js";
/** @import { GameList, SavedReplay, Watched } from "../data.d.ts" */

/**
 * The game that the page has in it; null for the page of the server.
 * @returns {SavedReplay | null}
 */
export function embedded() {
  const held = document.getElementById("replay-data");
  return held && JSON.parse(held.textContent ?? "");
}

/** What the address asks for: a game, or null for the list of games. */
export function askedGame() {
  const [, game] = /^\/replay\/(.+)$/.exec(location.pathname) ?? [];
  return game ?? null;
}

/** Words and pictures of every page of the server. */
export async function served() {
  const [words, sheet] = await Promise.all([fetchJson("words.json"), fetchText("sheet.svg")]);
  return { words, sheet };
}

/**
 * `found` and the code of what is wrong where there is none.
 * @template Asked
 * @param {string} path
 * @returns {Promise<{ found: Asked | null, trouble: string }>}
 */
async function ask(path) {
  try {
    const answer = await fetch(path);
    if (answer.ok) return { found: await answer.json(), trouble: "" };
    return { found: null, trouble: answer.status === 404 ? "replay.unknown" : "replay.lost" };
  } catch {
    return { found: null, trouble: "replay.lost" };
  }
}

/**
 * The list of the games that may be watched.
 * @returns {Promise<{ found: GameList | null, trouble: string }>}
 */
export const askForGames = () => ask("/replays.json");

/**
 * A game, by its name as the address has it.
 * @param {string} game
 * @returns {Promise<{ found: Watched | null, trouble: string }>}
 */
export const askForGame = (game) => ask(`/replays/${game}.json`);
