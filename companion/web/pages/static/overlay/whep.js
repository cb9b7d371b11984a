// The table's pictures by WebRTC (WHEP), played by a video element: fewer bytes than MJPEG.
const LONGEST_PAUSE_MS = 10_000;
const FIRST_PAUSE_MS = 500;
/** All ways to this page are named in the offer; in one house that takes no time. */
const WAYS_MS = 2_000;

export class LivePictures {
  /**
   * `changed` is called when `shows` has changed.
   * @param {URL} address
   * @param {HTMLVideoElement} screen
   * @param {() => unknown} changed
   */
  constructor(address, screen, changed) {
    this.address = address;
    this.screen = screen;
    this.changed = changed;
    this.shows = false;
    this.tries = 0;
    screen.muted = true;
    screen.autoplay = true;
    screen.playsInline = true;
    screen.addEventListener("playing", () => {
      this.tries = 0;
      this.show(true);
    });
  }

  async watch() {
    const line = new RTCPeerConnection();
    try {
      await this.open(line);
      await ended(line);
    } catch {
      // nobody answers, or the line broke: asked again below
    }
    line.close();
    this.show(false);
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** this.tries++, LONGEST_PAUSE_MS);
    setTimeout(() => this.watch(), longest * (0.5 + Math.random() / 2));
  }

  /** @param {RTCPeerConnection} line */
  async open(line) {
    line.addTransceiver("video", { direction: "recvonly" });
    line.ontrack = ({ track }) => {
      this.screen.srcObject = new MediaStream([track]);
      // on the page it comes only when it shows something, and until then nothing plays by itself
      this.screen.play().catch(() => {});
    };
    await line.setLocalDescription(await line.createOffer());
    await gathered(line);
    const answer = await fetch(this.address, {
      method: "POST", headers: { "Content-Type": "application/sdp" }, body: line.localDescription?.sdp ?? "",
    });
    if (answer.status !== 201) throw new Error(`${answer.status}`);
    const leave = new URL(answer.headers.get("Location") ?? "", this.address);
    addEventListener("pagehide", () => fetch(leave, { method: "DELETE", keepalive: true }), { once: true });
    await line.setRemoteDescription({ type: "answer", sdp: await answer.text() });
  }

  /** @param {boolean} shows */
  show(shows) {
    if (shows === this.shows) return;
    this.shows = shows;
    this.changed();
  }
}

/**
 * @param {RTCPeerConnection} line
 * @returns {Promise<void>}
 */
function gathered(line) {
  return new Promise((resolve) => {
    setTimeout(resolve, WAYS_MS);
    line.onicegatheringstatechange = () => line.iceGatheringState === "complete" && resolve();
  });
}

/**
 * @param {RTCPeerConnection} line
 * @returns {Promise<void>}
 */
function ended(line) {
  return new Promise((resolve) => {
    line.onconnectionstatechange = () => ["failed", "closed", "disconnected"].includes(line.connectionState) && resolve();
  });
}
