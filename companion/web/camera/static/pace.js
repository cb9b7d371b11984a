// How the pictures travel over the line that this phone has: how fine, how large, and how many at a time.

/** The finest quality first: a slow line gets a coarser one, and so more pictures. */
const QUALITIES = [0.85, 0.7, 0.5];
const COARSEST = QUALITIES.length - 1;
/** The longer side of a picture at most, in pixels; the small one is for lines on which the coarsest is still late. */
const LARGE = 1920;
const SMALL = 960;
/** A picture that is later than this is too fine, and far too fine if it is much later. */
const LATE_MS = 700;
const MUCH_LATER_MS = 1_500;
/** After so many quick pictures the next finer quality is tried; before the first late one that takes fewer. */
const QUICK_MS = 250;
const QUICK_ONES = 20;
const FIRST_QUICK_ONES = 4;
/** The share of the newest picture in the usual lateness. */
const NEWEST = 0.3;
/** So late pictures usually are, after so many, where they must become small: the table has no use for older ones. */
const SMALL_FROM_MS = 1_200;
const ENOUGH = 4;
/** One lane for each so many milliseconds of lateness, as long as that stays below the longest; two stay, since a lost
 * packet may stop a lane for seconds. */
const LANE_MS = 400;
const LONGEST_MS = 2_300;
const SLOWEST_LANES = 2;
/** A browser has six connections to one table, and the page itself needs some. */
const MOST_LANES = 4;

/**
 * Law: the size of the pictures changes once at most, since the table finds the board anew after each change.  The first
 * pictures are coarse: nobody knows the line yet.
 */
export class Pace {
  constructor() {
    this.small = false;
    /** The lanes that pictures travel on at a time. */
    this.lanes = 1;
    /** The usual milliseconds from the taking of a picture to its last byte at the table. */
    this.lateMs = 0;
    this.level = COARSEST;
    this.heard = 0;
    this.quick = 0;
    this.quickOnes = FIRST_QUICK_ONES;
    /** When the next picture may be taken. */
    this.nextMs = 0;
  }

  get quality() {
    return QUALITIES[this.level];
  }

  get longest() {
    return this.small ? SMALL : LARGE;
  }

  /**
   * So late was the last picture at the table.
   * @param {number} lateMs
   */
  hear(lateMs) {
    this.heard += 1;
    this.lateMs += (this.heard === 1 ? 1 : NEWEST) * (lateMs - this.lateMs);
    this.refine(lateMs);
    const late = this.lateMs > SMALL_FROM_MS && this.level === COARSEST && this.heard >= ENOUGH;
    if (late && !this.small) {
      this.small = true;
      this.heard = 0;
      return;
    }
    if (this.lateMs > LONGEST_MS) this.lanes = Math.max(SLOWEST_LANES, this.lanes - 1);
    else this.lanes = Math.min(MOST_LANES, this.lanes + 1, 1 + Math.floor(this.lateMs / LANE_MS));
  }

  /** @param {number} lateMs */
  refine(lateMs) {
    this.quick = lateMs < QUICK_MS ? this.quick + 1 : 0;
    if (lateMs > LATE_MS) {
      this.level = lateMs > MUCH_LATER_MS ? COARSEST : Math.min(this.level + 1, COARSEST);
      this.quickOnes = QUICK_ONES;
    }
    if (this.quick < this.quickOnes) return;
    this.level = Math.max(0, this.level - 1);
    this.quick = 0;
  }

  /**
   * Milliseconds until the next picture may be taken, which is then: pictures of several lanes come at equal spans.
   * @param {number} nowMs
   */
  wait(nowMs) {
    const begins = Math.max(nowMs, this.nextMs);
    this.nextMs = begins + (this.lanes > 1 ? this.lateMs / this.lanes : 0);
    return begins - nowMs;
  }
}
