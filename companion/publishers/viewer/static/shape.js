// Whether a message has the shape that the pages rely on.  What has not is ignored, whoever sent it; unknown fields are
// left alone.
/** @import { Analysis, Commentary, Info, State, Status } from "./data.d.ts" */

/**
 * What a table of ours has under a name that somebody else gave; names such as "constructor" are not in it.
 * @template Value
 * @param {Record<string, Value> | null | undefined} table
 * @param {string | number | null | undefined} name
 * @returns {Value | undefined}
 */
export const own = (table, name) => (table && name !== null && name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined);

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @typedef {(value: unknown) => boolean} Check */

/** @type {Check} */
const isText = (value) => typeof value === "string";
/** @type {Check} */
const isCount = (value) => typeof value === "number" && Number.isInteger(value) && value >= 0;
/** @type {Check} */
const isShare = (value) => typeof value === "number" && value >= 0 && value <= 1;
/** @type {Check} */
const isFlag = (value) => typeof value === "boolean";
/** @type {Check} */
const isNone = (value) => value === null || value === undefined;
/**
 * @param {Check} check
 * @returns {Check}
 */
const maybe = (check) => (value) => isNone(value) || check(value);
/**
 * @param {Check} check
 * @returns {Check}
 */
const listOf = (check) => (value) => Array.isArray(value) && value.every(check);
/**
 * @param {Record<string, Check>} fields
 * @returns {Check}
 */
const recordOf = (fields) => (value) => isRecord(value) && Object.entries(fields).every(([name, check]) => check(value[name]));

/** @type {Check} */
const isTexts = (value) => isRecord(value) && Object.values(value).every(isText);
const isSeat = recordOf({ seat: isCount, name: isText, colour: isText, cards: maybe(isCount), home: isCount });
const isLast = recordOf({ seq: isCount, seat: isCount, card: isText, verdict: isText, text: isTexts, play: maybe(isText), ruling: maybe(isText) });
const isAnomaly = recordOf({ text: isTexts });
const isRecent = recordOf({ seq: isCount, kind: isText, card: maybe(isText), detail: isRecord });
/** @type {Check} */
const isPlace = (value) => isCount(value) || isText(value);
const isBoardPosition = recordOf({ variant: isText, seats: listOf(isCount), pawns: listOf(listOf(isPlace)), wheel: maybe(isCount) });
const isCardPosition = recordOf({
  open: listOf(maybe(isText)), rows: listOf(listOf(listOf(isText))), finished: listOf(isCount),
});
/** @type {Check} */
const isPosition = (value) => (isRecord(value) && "open" in value ? isCardPosition(value) : isBoardPosition(value));
const isSnapshot = /** @type {(value: unknown) => value is State} */ (recordOf({
  epoch: Number.isFinite, seq: isCount, ts: Number.isFinite, variant: isText, stage: isText, seats: listOf(isSeat),
  position: maybe(isPosition), discard: recordOf({ count: isCount, top: maybe(isText) }), last: maybe(isLast),
  result: maybe(listOf(isCount)), declared: maybe(isText), pending: maybe(isRecord), amiss: maybe(isAnomaly),
  recent: maybe(listOf(isRecent)),
}));

/** What the table says of itself; of it the pages show two fields. */
export const isInfo = /** @type {(value: unknown) => value is Info} */ (recordOf({ delay_s: maybe(isCount), demo: maybe(isFlag) }));

/** Whether the table is there. */
export const isStatus = /** @type {(value: unknown) => value is Status} */ (recordOf({
  state: isText, epoch: Number.isFinite, ts: Number.isFinite,
}));

/** How likely each side is to win. */
export const isAnalysis = /** @type {(value: unknown) => value is Analysis} */ (recordOf({
  epoch: Number.isFinite, seq: isCount, game: isText,
  teams: listOf(recordOf({ seats: listOf(isCount), chance: isShare, margin: maybe(isShare) })),
}));

/** The newest sentences about a game, the oldest first. */
export const isCommentary = /** @type {(value: unknown) => value is Commentary} */ (recordOf({
  epoch: Number.isFinite, game: isText, lines: listOf(recordOf({ seq: isCount, text: isTexts })),
}));

/**
 * The state as the contract has it; with a position everybody who plays sits somewhere.
 * @param {unknown} value
 * @returns {value is State}
 */
export function isState(value) {
  if (!isSnapshot(value)) return false;
  const rows = value.position?.pawns ?? value.position?.rows;
  return !rows || rows.length === value.seats.length;
}
