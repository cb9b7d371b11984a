// One line for each event that the state repeats; kinds that nobody knows have none.

/** What happened, without a name where the name stands beside it. */
export function eventText(words, state, event) {
  const { kind, seat, card, detail } = event;
  if (kind === "result") return Array.isArray(detail.winners) ? words.winners(state, detail.winners) : "";
  const name = state.seats[seat ?? detail.dealer ?? detail.first]?.name;
  return words.text(`event.${kind}`, { name, card: card ? words.card(card) : "", round: detail.round });
}

/** The events that have a line, the newest first. */
export function newestEvents(words, state) {
  const worded = (state.recent ?? []).map((event) => ({ event, text: eventText(words, state, event) }));
  return worded.filter(({ text }) => text).reverse();
}
