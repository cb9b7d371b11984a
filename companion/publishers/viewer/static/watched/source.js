// Where a replay comes from: out of the page itself where it was saved as a file, else from the table's page server.
import { fetchJson } from "../dom.js";
import { fetchText } from "../symbols.js";

/** The game that the page has in it; null for the page of the server. */
export function embedded() {
  const held = document.getElementById("replay-data");
  return held && JSON.parse(held.textContent);
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

/** A list or a game: `found` and the code of what is wrong where there is none. */
export async function ask(path) {
  try {
    const answer = await fetch(path);
    if (answer.ok) return { found: await answer.json() };
    return { found: null, trouble: answer.status === 404 ? "replay.unknown" : "replay.lost" };
  } catch {
    return { found: null, trouble: "replay.lost" };
  }
}
