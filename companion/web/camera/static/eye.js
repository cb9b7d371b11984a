// The camera of the phone: the rear one, held still as far as the browser lets it, one picture at a time.

/** The size that is wished for. */
const WIDTH = 1280;
const HEIGHT = 720;
/** So long a camera may take to find its focus and its light before both are held. */
const SETTLE_MS = 3_000;
/** So long a picture is waited for. */
const FRAME_MS = 1_000;

/** Modes of a camera that people do not see in TypeScript's own list. */
/** @typedef {Record<string, unknown>} Modes */

export class Eye {
  /**
   * `onChange` is called when the camera has come or gone.
   * @param {HTMLVideoElement} video
   * @param {() => void} onChange
   */
  constructor(video, onChange) {
    this.video = video;
    this.onChange = onChange;
    /** @type {MediaStreamTrack | null} */
    this.track = null;
    /** "", denied, missing, or ended: another program or a call has the camera. */
    this.fault = "";
    this.canvas = document.createElement("canvas");
  }

  get isOpen() {
    return this.track !== null && this.track.readyState === "live" && !this.track.muted;
  }

  async open() {
    this.close();
    try {
      const wished = { facingMode: { ideal: "environment" }, width: { ideal: WIDTH }, height: { ideal: HEIGHT }, frameRate: { ideal: 15, max: 30 } };
      const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: wished });
      const track = stream.getVideoTracks()[0];
      this.track = track;
      this.fault = "";
      this.video.srcObject = stream;
      await this.video.play();
      for (const event of ["ended", "mute", "unmute"]) track.addEventListener(event, () => this.notice(track));
      setTimeout(() => this.hold(track), SETTLE_MS);
    } catch (error) {
      this.fault = error instanceof DOMException && error.name === "NotFoundError" ? "missing" : "denied";
    }
    this.onChange();
  }

  close() {
    this.track?.stop();
    this.track = null;
  }

  /** @param {MediaStreamTrack} track */
  notice(track) {
    if (track !== this.track) return;
    this.fault = this.isOpen ? "" : "ended";
    this.onChange();
  }

  /**
   * Focus, exposure and colour stay as they are: a hand over the board is to change nothing but the hand's place.
   * @param {MediaStreamTrack} track
   */
  async hold(track) {
    if (track !== this.track || !this.isOpen) return;
    const able = /** @type {Modes} */ (track.getCapabilities?.() ?? {});
    const now = /** @type {Modes} */ (track.getSettings());
    const wished = [
      ["focusMode", "focusDistance"],
      ["exposureMode", "exposureTime"],
      ["whiteBalanceMode", "colorTemperature"],
    ];
    for (const [mode, value] of wished) {
      const modes = able[mode];
      if (!Array.isArray(modes) || !modes.includes("manual")) continue;
      const held = { [mode]: "manual", ...(now[value] === undefined ? {} : { [value]: now[value] }) };
      try {
        await track.applyConstraints(/** @type {MediaTrackConstraints} */ ({ advanced: [held] }));
      } catch {
        // this one moves on by itself, as on most phones
      }
    }
  }

  /**
   * The next picture that the camera takes, and when it was taken; null where none comes.
   * @param {{ quality: number, longest: number }} wished its quality, and its longer side at most
   * @returns {Promise<{ jpeg: Blob, takenMs: number } | null>}
   */
  async picture(wished) {
    const takenMs = await this.frame();
    const { videoWidth, videoHeight } = this.video;
    if (takenMs === null || !videoWidth || !videoHeight) return null;
    const scale = Math.min(1, wished.longest / Math.max(videoWidth, videoHeight));
    // turned as the phone is turned
    this.canvas.width = Math.round(videoWidth * scale);
    this.canvas.height = Math.round(videoHeight * scale);
    this.canvas.getContext("2d", { alpha: false })?.drawImage(this.video, 0, 0, this.canvas.width, this.canvas.height);
    /** @type {Blob | null} */
    const jpeg = await new Promise((done) => this.canvas.toBlob(done, "image/jpeg", wished.quality));
    return jpeg && { jpeg, takenMs };
  }

  /**
   * Waits for the next frame; null where none comes.
   * @returns {Promise<number | null>}
   */
  frame() {
    return new Promise((done) => {
      const late = setTimeout(() => done(null), FRAME_MS);
      /** @param {number} takenMs */
      const take = (takenMs) => {
        clearTimeout(late);
        done(Math.max(0, Math.min(takenMs, performance.now())));
      };
      if ("requestVideoFrameCallback" in this.video) {
        this.video.requestVideoFrameCallback((now, about) => take(about.captureTime ?? now));
      } else {
        requestAnimationFrame(take);
      }
    });
  }
}
