// The Pico's flash chip behind the SSI, and the chip's ROM: how it starts a firmware, and its functions for the flash.
//
// The ROM itself is not here; what its functions do is modelled after section 2.8 of the RP2040's datasheet.  Each is a
// breakpoint and a return, and this file does the work.  While the flash takes commands, nothing can be read from it
// as memory: a firmware that ran in the flash meanwhile would read rubbish here, as it would on a board.

export const FLASH_BYTES = 2 * 1024 * 1024;
const SECTOR = 4096;
const PAGE = 256;
const UNIQUE_COMMAND = 0x4b;
const ERASE_NANOS = 45e6;
const PROGRAM_NANOS = 0.7e6;
const WAIT_NANOS = 5e3;
const BOOT_AT = 0x20041f00;
const BOOT_BYTES = 252;
// What a second stage must write for the flash to be read with command 03h.
const PLAIN_READ = { ctrlr0: 0x001f0300, ctrlr1: 0, spi: 0x03000218 };
const TABLE = 0x40;
const CODE = 0x80;

const FUNCTIONS = ['find', 'IF', 'EX', 'RE', 'RP', 'FC', 'CX', 'UB'];

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

export class Flash {
  constructor(unique) {
    this.bytes = new Uint8Array(FLASH_BYTES).fill(0xff);
    this.rubbish = new Uint8Array(FLASH_BYTES).fill(0xde);
    this.unique = unique;
    this.erases = 0;
    this.programs = 0;
    // the power goes within so many operations from now; 0 for never
    this.left = 0;
  }

  attach(mcu) {
    this.mcu = mcu;
    this.registers = {};
    this.received = [];
    this.sent = [];
    this.chipSelect = 0;
    this.busyUntil = null;
    this.noPower = false;
    this.wantsFirmware = false;
    this.map(this.rubbish);
    const plain = (read, write) => ({
      readUint32: read,
      writeUint32: write,
      writeUint32Atomic: (offset, value, kind) =>
        write(offset, kind === 2 ? read(offset) | value : kind === 3 ? read(offset) & ~value : value),
    });
    mcu.peripherals[0x18000] = plain((offset) => this.readSsi(offset), (offset, value) => this.writeSsi(offset, value));
    mcu.peripherals[0x40018] = plain(
      (offset) => (offset === 0x0c ? this.chipSelect : 0),
      (offset, value) => offset === 0x0c && this.select(value),
    );
    this.installRom();
  }

  map(bytes) {
    this.mcu.flash = bytes;
    this.mcu.flash16 = new Uint16Array(bytes.buffer);
    this.mcu.flashView = new DataView(bytes.buffer);
  }

  // --- the chip's ROM -------------------------------------------------------------------------------------------

  installRom() {
    const { bootrom } = this.mcu;
    bootrom[0x14 / 4] = TABLE;
    bootrom[0x18 / 4] = CODE | 1;
    // bkpt number; bx lr
    FUNCTIONS.forEach((_, number) => (bootrom[CODE / 4 + number] = 0x47700000 | 0xbe00 | number));
    this.mcu.onBreak = (number) => this.call(FUNCTIONS[number]);
  }

  // Starts the firmware as the ROM does; false where it would wait for another firmware instead.
  boot() {
    const stage = this.bytes.subarray(0, BOOT_BYTES);
    const kept = new DataView(this.bytes.buffer).getUint32(BOOT_BYTES, true);
    if (crc32(stage) !== kept) return false;
    this.mcu.sram.set(this.bytes.subarray(0, 256), BOOT_AT - 0x20000000);
    const { core } = this.mcu;
    core.SP = BOOT_AT;
    core.LR = 0;
    core.PC = BOOT_AT;
    return true;
  }

  call(name) {
    const { core } = this.mcu;
    const [first, second, third] = core.registers;
    if (name === 'find') {
      const number = FUNCTIONS.indexOf(String.fromCharCode(second & 0xff, second >> 8));
      core.registers[0] = first === TABLE && number > 0 ? (CODE + 4 * number) | 1 : 0;
    } else if (name === 'EX') this.map(this.rubbish);
    else if (name === 'CX') this.map(this.bytes);
    else if (name === 'RE') this.takeTime(ERASE_NANOS, () => this.erase(first, second));
    else if (name === 'RP') this.takeTime(PROGRAM_NANOS, () => this.program(first, second, third));
    else if (name === 'FC') this.chipSelect = 0;
    else if (name === 'UB') this.wantsFirmware = true;
  }

  // The ROM waits for the flash; interrupts go on.
  takeTime(nanos, work) {
    const { clock, core } = this.mcu;
    if (this.busyUntil === null) this.busyUntil = clock.nanos + nanos;
    if (clock.nanos < this.busyUntil) {
      core.PC -= 2;
      clock.tick(WAIT_NANOS);
      return;
    }
    this.busyUntil = null;
    if (this.mcu.flash !== this.rubbish) throw new Error('the flash was not told to take commands');
    work();
  }

  // True when the power goes in the middle of this one.
  fails() {
    if (this.left > 0 && --this.left === 0) this.noPower = true;
    return this.noPower;
  }

  erase(at, size) {
    if (at % SECTOR || size % SECTOR) throw new Error('only whole sectors can be erased');
    this.erases++;
    this.bytes.fill(0xff, at, this.fails() ? at + size / 2 : at + size);
  }

  program(at, from, size) {
    if (at % PAGE || size % PAGE) throw new Error('only whole pages can be programmed');
    this.programs++;
    const written = this.fails() ? size / 4 : size;
    for (let i = 0; i < written; i++) this.bytes[at + i] &= this.mcu.readUint8(from + i);
  }

  // --- the SSI --------------------------------------------------------------------------------------------------

  select(value) {
    this.chipSelect = value;
    this.sent = [];
  }

  readSsi(offset) {
    if (offset === 0x20) return 0;
    if (offset === 0x24) return this.received.length;
    if (offset === 0x28) return 0x06 | (this.received.length ? 0x08 : 0);
    if (offset === 0x60) return this.received.shift() ?? 0;
    return this.registers[offset] ?? 0;
  }

  writeSsi(offset, value) {
    this.registers[offset] = value;
    if (offset === 0x60) this.exchange(value & 0xff);
    if (offset !== 0x08 || !value) return;
    const set = (place) => this.registers[place] ?? 0;
    if (set(0x00) === PLAIN_READ.ctrlr0 && set(0x04) === PLAIN_READ.ctrlr1 && set(0xf4) === PLAIN_READ.spi)
      this.map(this.bytes);
  }

  exchange(byte) {
    const selected = (this.chipSelect >> 8 & 3) === 2;
    const place = this.sent.push(byte) - 1 - 5;
    const known = selected && this.sent[0] === UNIQUE_COMMAND && place >= 0 && place < this.unique.length;
    this.received.push(known ? this.unique[place] : 0xff);
  }
}
