// A computer at the Pico's plug: finds out what is plugged in as Linux does, opens its serial port, reads and writes it.
//
// It checks what rp2040js does not: that packets of both kinds alternate, and that a buffer is described before it is
// handed over.  What is wrong goes into `faults`.

const AVAILABLE = 1 << 10;
const DATA1 = 1 << 13;
const LINE = 2;
const LINE_IN = 0x80 + 8 * LINE;
const RESET_AFTER_NANOS = 5e6;
const REFUSED_AFTER_NANOS = 3e6;
const PACKET = 64;
const SET_CONFIGURATION = 9;

function setup(type, request, value, index, length) {
  return new Uint8Array([type, request, value & 255, value >> 8, index & 255, index >> 8, length & 255, length >> 8]);
}

const describe = (kind, number, length) => setup(0x80, 6, kind << 8 | number, kind === 3 && number ? 0x409 : 0, length);
const text = (bytes) => String.fromCharCode(...bytes.filter((_, at) => at >= 2 && at % 2 === 0));

export class UsbHost {
  constructor(mcu) {
    this.mcu = mcu;
    this.usb = mcu.usbCtrl;
    this.said = [];
    this.waiting = [];
    this.faults = [];
    this.identity = null;
    this.reads = true;
    this.held = false;
    this.armed = null;
    this.toggle = new Map();
    this.transfers = [];
    this.current = null;
    const { usb } = this;
    this.original = usb.DPRAMUpdated.bind(usb);
    usb.DPRAMUpdated = (offset, value) => this.onBuffer(offset, value);
    const handle = usb.handleSieCtrlWrite.bind(usb);
    usb.handleSieCtrlWrite = (value) => {
      handle(value);
      if (value & (1 << 16) && !this.seen) {
        this.seen = true;
        this.later(RESET_AFTER_NANOS, () => usb.resetDevice());
      }
    };
    usb.onResetReceived = () => this.enumerate();
    usb.onEndpointWrite = (endpoint, buffer) => (endpoint === 0 ? this.onControlIn(buffer) : this.onLine(endpoint, buffer));
    usb.onEndpointRead = (endpoint, size) => this.onRead(endpoint, size);
    this.last = new Map();
  }

  later(nanos, work) {
    this.mcu.clock.createAlarm(work).schedule(nanos);
  }

  // --- buffers that the device hands over ------------------------------------------------------------------------

  onBuffer(offset, value) {
    const known = offset >= 0x80 && offset <= 0xfc;
    if (known && value & AVAILABLE) {
      if (this.last.get(offset) !== (value & ~AVAILABLE)) this.faults.push(`buffer ${offset} was handed over undescribed`);
      this.checkKind(offset, value);
    }
    this.last.set(offset, value);
    if (offset === LINE_IN) this.held = Boolean(value & AVAILABLE) && !this.reads;
    if (offset === LINE_IN && this.held) return;
    this.fetch(offset, value);
  }

  // Packets to the host alternate from one that is fetched to the next; the answer to a read ends with an odd one.
  checkKind(offset, value) {
    const expected = offset === 0x84 ? DATA1 : this.toggle.get(offset) ?? 0;
    if ((value & DATA1) !== expected) this.faults.push(`buffer ${offset} has the wrong kind of packet`);
  }

  fetch(offset, value) {
    if (value & AVAILABLE && !(offset & 4)) this.toggle.set(offset, value & DATA1 ? 0 : DATA1);
    this.original(offset, value);
  }

  // --- control transfers -----------------------------------------------------------------------------------------

  // What a device is asked when it is plugged in, and when its port is opened.
  enumerate() {
    this.toggle.clear();
    this.identity = {};
    const keep = (name, change = (bytes) => [...bytes]) => (bytes) => (this.identity[name] = bytes && change(bytes));
    this.ask(describe(1, 0, 64));
    this.ask(setup(0, 5, 7, 0, 0));
    this.ask(describe(1, 0, 18), keep('device'));
    this.ask(describe(2, 0, 9), (head) => {
      this.ask(describe(2, 0, head[2] | head[3] << 8), keep('configuration'));
      this.ask(describe(3, 0, 255), keep('languages'));
      this.ask(describe(3, 1, 255), keep('maker', text));
      this.ask(describe(3, 2, 255), keep('name', text));
      this.ask(describe(3, 3, 255), keep('serial', text));
      // a high-speed device would have one; this one refuses
      this.ask(describe(6, 0, 10), keep('qualifier'));
      this.ask(setup(0, SET_CONFIGURATION, 1, 0, 0));
      this.ask(setup(0xa1, 0x21, 0, 0, 7), keep('speed', (bytes) => bytes[0] | bytes[1] << 8 | bytes[2] << 16));
      this.open(115200);
    });
  }

  open(baud) {
    this.ask(setup(0x21, 0x20, 0, 0, 7), () => {}, new Uint8Array([baud & 255, baud >> 8 & 255, baud >> 16, 0, 0, 0, 8]));
    this.ask(setup(0x21, 0x22, 3, 0, 0), () => (this.identity.open = true));
  }

  close() {
    this.ask(setup(0x21, 0x22, 0, 0, 0));
  }

  ask(packet, then = () => {}, data = null) {
    this.transfers.push({ packet, then, data, bytes: [], length: packet[6] | packet[7] << 8 });
    if (!this.current) this.next();
  }

  next() {
    this.current = this.transfers.shift() ?? null;
    const { current, usb } = this;
    if (!current) return;
    this.toggle.set(0x80, DATA1);
    if (current.packet[1] === SET_CONFIGURATION) [LINE_IN, LINE_IN + 4].forEach((offset) => this.toggle.set(offset, 0));
    usb.epStallArm = 0;
    current.dataDone = false;
    usb.sendSetupPacket(current.packet);
    this.later(REFUSED_AFTER_NANOS, () => {
      if (this.current !== current) return;
      if (usb.epStallArm) this.end(null);
      else this.faults.push(`no answer to ${[...current.packet]}`);
    });
  }

  end(bytes) {
    const { current } = this;
    this.current = null;
    current.then(bytes);
    // `then` may have begun the next one
    if (!this.current) this.later(1e5, () => this.current || this.next());
  }

  onControlIn(buffer) {
    const { current } = this;
    if (!current) return;
    const reads = current.packet[0] & 0x80;
    if (!reads) {
      this.end([]);
      return;
    }
    current.bytes.push(...buffer);
    if (buffer.length < PACKET || current.bytes.length >= current.length) current.dataDone = true;
  }

  onRead(endpoint, size) {
    if (endpoint !== 0) {
      this.armed = size;
      this.deliver();
      return;
    }
    const { current } = this;
    this.usb.endpointReadDone(0, current?.data ?? new Uint8Array(0));
    if (current && current.packet[0] & 0x80) this.later(3e4, () => this.end(current.bytes));
  }

  // --- the serial line -------------------------------------------------------------------------------------------

  onLine(endpoint, buffer) {
    if (buffer.length > 63) this.faults.push('a full packet: the host would wait for more');
    if (endpoint === LINE) this.said.push(...buffer);
  }

  hear(bytes) {
    this.waiting.push(...bytes);
    this.deliver();
  }

  deliver() {
    if (this.armed === null || !this.waiting.length) return;
    const offset = 0x84 + 8 * LINE;
    const kind = this.toggle.get(offset) ?? 0;
    if ((this.mcu.usbDPRAMView.getUint32(offset, true) & DATA1) !== kind) this.faults.push('the device waits for the other kind');
    this.toggle.set(offset, kind ? 0 : DATA1);
    const packet = this.waiting.splice(0, Math.min(this.armed, PACKET));
    this.armed = null;
    this.usb.endpointReadDone(LINE, new Uint8Array(packet));
  }

  // Whether anybody reads the port; what the device has handed over meanwhile comes first then.
  read(on) {
    this.reads = on;
    if (!on || !this.held) return;
    this.held = false;
    this.fetch(LINE_IN, this.mcu.usbDPRAMView.getUint32(LINE_IN, true));
  }
}
