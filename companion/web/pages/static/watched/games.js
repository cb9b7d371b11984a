// The list of the games that may be watched again.
import { byId, element } from "../dom.js";
import { pawnPicture } from "../symbols.js";

/** @import { GameList, ListedGame } from "../data.d.ts" */
/** @import { Words } from "../words.js" */

/**
 * What the server says of its games; null where it does not answer.
 * @param {Words} words
 * @param {GameList | null} listed
 * @param {URLSearchParams} query
 */
export function showGames(words, listed, query) {
  /** @type {HTMLElement[]} */
  const parts = [element("h2", "", words.text("replay.games"))];
  if (!listed) parts.push(element("p", "", words.text("replay.lost")));
  else if (!listed.offered) parts.push(element("p", "", words.text("replay.off")));
  else if (!listed.games.length) parts.push(element("p", "", words.text("replay.none")));
  else parts.push(gameList(words, listed.games, query));
  byId("games").replaceChildren(...parts);
  byId("games").hidden = false;
}

/**
 * Why there is nothing to watch, or not yet.
 * @param {Words} words
 * @param {string} notice
 */
export function showNotice(words, notice) {
  byId("games").replaceChildren(element("p", "", words.text(notice)));
  byId("games").hidden = false;
}

/**
 * @param {Words} words
 * @param {ListedGame[]} games
 * @param {URLSearchParams} query
 */
function gameList(words, games, query) {
  const day = new Intl.DateTimeFormat(words.language, { dateStyle: "long", timeZone: "UTC" });
  const list = element("ol");
  for (const game of games) {
    const item = element("li");
    const link = element("a");
    link.href = `/replay/${encodeURIComponent(game.game)}?${query}`;
    const who = element("span", "who");
    game.names.forEach((name, seat) => {
      const player = element("span", game.result.includes(seat) ? "winner" : "");
      player.append(pawnPicture(game.colours[seat]), element("bdi", "", name));
      who.append(player);
    });
    link.append(element("b", "", words.game(game.variant)), element("small", "", day.format(new Date(game.day))), who);
    item.append(link);
    list.append(item);
  }
  return list;
}
