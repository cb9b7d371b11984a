// Whether a message has the shape that the pages rely on.  What has not is ignored, whoever sent it; unknown fields are
// left alone.

/** What a table of ours has under a name that somebody else gave; names such as "constructor" are not in it. */
export const own = (table, name) => (table && Object.hasOwn(table, name) ? table[name] : undefined);

export const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value) => typeof value === "string";
const isCount = (value) => Number.isInteger(value) && value >= 0;
const isNone = (value) => value === null || value === undefined;
const maybe = (check) => (value) => isNone(value) || check(value);
const listOf = (check) => (value) => Array.isArray(value) && value.every(check);
const recordOf = (fields) => (value) => isRecord(value) && Object.entries(fields).every(([name, check]) => check(value[name]));

const isTexts = (value) => isRecord(value) && Object.values(value).every(isText);
const isSeat = recordOf({ seat: isCount, name: isText, colour: isText, cards: maybe(isCount), home: isCount });
const isLast = recordOf({ seq: isCount, seat: isCount, card: isText, verdict: isText, text: isTexts, play: maybe(isText), ruling: maybe(isText) });
const isAnomaly = recordOf({ text: isTexts });
const isRecent = recordOf({ seq: isCount, kind: isText, card: maybe(isText), detail: isRecord });
const isPlace = (value) => isCount(value) || isText(value);
const isBoardPosition = recordOf({ variant: isText, seats: listOf(isCount), pawns: listOf(listOf(isPlace)), wheel: maybe(isCount) });
const isCardPosition = recordOf({
  open: listOf(maybe(isText)), rows: listOf(listOf(listOf(isText))), finished: listOf(isCount),
});
const isPosition = (value) => (isRecord(value) && "open" in value ? isCardPosition(value) : isBoardPosition(value));
const isSnapshot = recordOf({
  epoch: Number.isFinite, seq: isCount, ts: Number.isFinite, variant: isText, stage: isText, seats: listOf(isSeat),
  position: maybe(isPosition), discard: recordOf({ count: isCount, top: maybe(isText) }), last: maybe(isLast),
  result: maybe(listOf(isCount)), declared: maybe(isText), pending: maybe(isRecord), amiss: maybe(isAnomaly),
  recent: maybe(listOf(isRecent)),
});

/** The newest sentences about a game, the oldest first. */
export const isCommentary = recordOf({
  epoch: Number.isFinite, game: isText, lines: listOf(recordOf({ seq: isCount, text: isTexts })),
});

/** The state as the contract has it; with a position everybody who plays sits somewhere. */
export function isState(value) {
  if (!isSnapshot(value)) return false;
  const rows = value.position?.pawns ?? value.position?.rows;
  return !rows || rows.length === value.seats.length;
}
