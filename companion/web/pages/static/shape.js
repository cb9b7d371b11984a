// Whether a message has the shape that the pages rely on.  What has not is ignored, whoever sent it; unknown fields are
// left alone.
/** @import { Analysis, Commentary, Evening, Info, State, Status } from "./data.d.ts" */
/** @import { Place } from "./page.d.ts" */

/** A message of more signs than this is nobody's of ours: the longest topic has 8 kB. */
export const LONGEST_MESSAGE = 32_768;
/** Seats, rows and whatever else belongs to one player. */
const MOST_SEATS = 16;
/** What is counted at a table stays far below. */
const MOST_COUNTED = 99_999;

/**
 * What a table of ours has under a name that somebody else gave; names such as "constructor" are not in it, and what is
 * neither text nor number is no name.
 * @template Value
 * @param {Record<string, Value> | null | undefined} table
 * @param {unknown} name
 * @returns {Value | undefined}
 */
export const own = (table, name) => (
  table && (typeof name === "string" || typeof name === "number") && Object.hasOwn(table, name) ? table[name] : undefined);

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @typedef {(value: unknown) => boolean} Check */

/** @type {Check} */
const isText = (value) => typeof value === "string";
/**
 * A whole number from 0 to `most`.
 * @param {number} most
 * @returns {(value: unknown) => value is number}
 */
const upTo = (most) => /** @type {(value: unknown) => value is number} */ (
  (value) => typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most);
const isWhole = upTo(Number.MAX_SAFE_INTEGER);
export const isCount = upTo(MOST_COUNTED);
export const isSeatNumber = upTo(MOST_SEATS - 1);
/** @type {Check} */
const isVerdict = (value) => value === "legal" || value === "illegal";
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
const isSeat = recordOf({
  seat: isSeatNumber, name: isText, colour: isText, team: isSeatNumber, cards: maybe(isCount), home: isCount, out: maybe(isFlag),
  exchanged: maybe(isFlag),
});
const isLast = recordOf({
  seq: isWhole, seat: isSeatNumber, card: isText, verdict: isVerdict, text: isTexts, play: maybe(isText), ruling: maybe(isText),
});
const isPending = recordOf({ kind: isText, seat: isSeatNumber, count: isCount });
const isAnomaly = recordOf({ text: isTexts });
const isRecent = recordOf({ seq: isWhole, kind: isText, seat: maybe(isSeatNumber), card: maybe(isText), detail: isRecord });
/**
 * @param {unknown} value
 * @returns {value is Place}
 */
export const isPlace = (value) => isCount(value) || typeof value === "string";
const isBoardPosition = recordOf({
  variant: isText, options: maybe(isRecord), seats: listOf(isSeatNumber), pawns: listOf(listOf(isPlace)), wheel: maybe(isCount),
});
const isCardPosition = recordOf({
  open: listOf(maybe(isText)), rows: listOf(listOf(listOf(isText))), finished: listOf(upTo(MOST_SEATS)),
});
/** @type {Check} */
const isPosition = (value) => (isRecord(value) && "open" in value ? isCardPosition(value) : isBoardPosition(value));
const isSnapshot = /** @type {(value: unknown) => value is State} */ (recordOf({
  epoch: isWhole, seq: isWhole, ts: isWhole, game: isText, variant: isText, stage: isText, round: isCount, ply: isCount,
  seats: listOf(isSeat), position: maybe(isPosition), dealer: isSeatNumber, first: isSeatNumber, turn: isSeatNumber,
  acting: isSeatNumber, deck: maybe(isCount), discard: recordOf({ count: isCount, top: maybe(isText) }), last: maybe(isLast),
  result: maybe(listOf(isSeatNumber)), declared: maybe(isText), pending: maybe(isPending), amiss: maybe(isAnomaly),
  recent: maybe(listOf(isRecent)),
}));

/** What the table says of itself; of it the pages show two fields and lay the board that it names. */
export const isInfo = /** @type {(value: unknown) => value is Info} */ (recordOf({
  epoch: isWhole, ts: isWhole, board: maybe(isText), delay_s: maybe(isCount), demo: maybe(isFlag),
}));

/** Whether the table is there. */
export const isStatus = /** @type {(value: unknown) => value is Status} */ (recordOf({
  state: isText, epoch: isWhole, ts: isWhole,
}));

/** How likely each side is to win. */
export const isAnalysis = /** @type {(value: unknown) => value is Analysis} */ (recordOf({
  epoch: isWhole, seq: isWhole, game: isText,
  teams: listOf(recordOf({ seats: listOf(isSeatNumber), chance: isShare, margin: maybe(isShare) })),
}));

/** The newest sentences about a game, the oldest first. */
export const isCommentary = /** @type {(value: unknown) => value is Commentary} */ (recordOf({
  epoch: isWhole, game: isText, lines: listOf(recordOf({ seq: isWhole, seat: maybe(isSeatNumber), text: isTexts })),
}));

/** The standings of the evening, the first first. */
export const isEvening = /** @type {(value: unknown) => value is Evening} */ (recordOf({
  epoch: isWhole, ts: isWhole, contest: maybe(isText),
  lines: listOf(recordOf({ rank: isCount, names: listOf(isText), points: isCount, won: isCount, games: isCount })),
}));

/**
 * The state as the contract has it: seats by their numbers, and with a position everybody who plays sits somewhere.
 * @param {unknown} value
 * @returns {value is State}
 */
export function isState(value) {
  if (!isSnapshot(value) || value.seats.length > MOST_SEATS || value.seats.some(({ seat }, index) => seat !== index)) return false;
  const { position } = value;
  if (!position) return true;
  const lists = position.pawns ? [position.pawns, position.seats] : [position.rows, position.finished];
  return lists.every((list) => list.length === value.seats.length);
}
