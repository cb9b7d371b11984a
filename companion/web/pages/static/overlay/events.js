// One line for each event that the state repeats; kinds that nobody knows have none.
import { isCount, isSeatNumber } from "../shape.js";
/** @import { State } from "../data.d.ts" */
/** @import { WordedEvent } from "../page.d.ts" */
/** @import { Words } from "../words.js" */

/**
 * What happened, without a name where the name stands beside it.
 * @param {Words} words
 * @param {State} state
 * @param {State["recent"][number]} event
 */
export function eventText(words, state, event) {
  const { kind, seat, card, detail } = event;
  if (kind === "result") return Array.isArray(detail.winners) && detail.winners.every(isSeatNumber) ? words.winners(state, detail.winners) : "";
  const about = seat ?? detail.dealer ?? detail.first;
  const name = isSeatNumber(about) ? state.seats[about]?.name : undefined;
  return words.text(`event.${kind}`, { name, card: card ? words.card(card) : "", round: isCount(detail.round) ? detail.round : null });
}

/**
 * The events that have a line, the newest first.
 * @param {Words} words
 * @param {State} state
 * @returns {WordedEvent[]}
 */
export function newestEvents(words, state) {
  const worded = (state.recent ?? []).map((event) => ({ event, text: eventText(words, state, event) }));
  return worded.filter(({ text }) => text).reverse();
}
