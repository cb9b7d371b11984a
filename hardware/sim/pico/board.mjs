// The real firmware on an emulated Pico, in virtual time; orders come as lines of JSON, each is answered by one.
//
//     node board.mjs wheel.uf2
//
// rp2040js (MIT) emulates the processor; what it lacks of the board is in the files beside this one.
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import { RP2040 } from 'rp2040js';
import { Flash } from './flash.mjs';
import { Sensor } from './sensor.mjs';
import { UsbHost } from './usb_host.mjs';

const BLOCK = 512;
const PAYLOAD = 256;
const FLASH_AT = 0x10000000;
const ENDLESS = 0xe7fe; // b .
const I2C0 = 1 << 3;
const ALL_BUT_OSCILLATORS = 0x1fffc;
const LAMP = 25;
// rp2040js has no such register; the firmware's way with it is right all the same
const KNOWN_GAPS = ['IC_SDA_HOLD'];

class Board {
  constructor(file, unique) {
    this.flash = new Flash(unique);
    this.sensor = new Sensor();
    this.passed = 0;
    this.asleep = 0;
    this.resets = 0;
    this.warnings = [];
    this.load(readFileSync(file));
    this.start(0);
  }

  load(file) {
    for (let at = 0; at < file.length; at += BLOCK) {
      const place = file.readUInt32LE(at + 12) - FLASH_AT;
      this.flash.bytes.set(file.subarray(at + 32, at + 32 + PAYLOAD), place);
    }
  }

  // `reason` is what the watchdog says of the reset: 0 for power.
  start(reason) {
    if (this.mcu) this.passed += this.mcu.clock.nanos;
    const mcu = (this.mcu = new RP2040());
    const warn = (part, words) => KNOWN_GAPS.some((gap) => words.includes(gap)) || this.warnings.push(`${part}: ${words}`);
    mcu.logger = { debug() {}, info() {}, warn, error: warn };
    this.bitten = false;
    if (reason) this.resets++;
    this.flash.attach(mcu);
    this.sensor.attach(mcu, () => this.nanos);
    this.usb = new UsbHost(mcu);
    const watchdog = mcu.peripherals[0x40058];
    watchdog.reason = reason;
    watchdog.onWatchdogTrigger = () => {
      this.bitten = true;
      // at zero it would bite again at once, for ever
      watchdog.alarm.enable = false;
    };
    // Why the chip began: by power, or it is not said.
    mcu.peripherals[0x40064] = { readUint32: () => (reason ? 0 : 1 << 8), writeUint32() {}, writeUint32Atomic() {} };
    this.resetBlocks(mcu);
    this.lost = !this.flash.boot();
  }

  // rp2040js notes a reset of the I2C block and does nothing.
  resetBlocks(mcu) {
    const resets = mcu.peripherals[0x4000c];
    const write = resets.writeUint32.bind(resets);
    resets.writeUint32 = (offset, value) => {
      if (offset === 0 && value & I2C0) {
        const bus = mcu.i2c[0];
        Object.assign(bus, { state: 0, busy: false, stop: false, pendingRestart: false, enable: 0, intRaw: 0, abortSource: 0 });
        bus.txFIFO.reset();
        bus.rxFIFO.reset();
      }
      write(offset, value);
    };
  }

  get nanos() {
    return this.passed + this.mcu.clock.nanos;
  }

  run(us) {
    const until = this.nanos + us * 1000;
    while (this.nanos < until) {
      if (this.bitten) this.bite();
      if (this.lost || this.flash.noPower || this.flash.wantsFirmware) this.mcu.clock.nanosCounter += until - this.nanos;
      else this.step(until);
    }
  }

  step(until) {
    const { core, clock, clkSys } = this.mcu;
    if (!core.waiting) {
      clock.tick((core.executeInstruction() * 1e9) / clkSys);
      return;
    }
    const rest = until - this.nanos;
    const sleep = clock.nextAlarm ? Math.min(clock.nanosToNextAlarm, rest) : rest;
    this.asleep += sleep;
    clock.tick(sleep);
  }

  bite() {
    if (this.mcu.peripherals[0x40010].wdsel !== ALL_BUT_OSCILLATORS) this.usb.faults.push('the watchdog leaves parts as they were');
    this.faults = [...(this.faults ?? []), ...this.usb.faults];
    this.start(1);
  }

  reset() {
    this.flash.left = 0;
    this.sensor.registers.fill(0);
    this.start(0);
  }

  // The processor goes nowhere from now on; only the watchdog can help.
  hang() {
    this.mcu.writeUint16(this.mcu.core.PC, ENDLESS);
    this.mcu.core.waiting = false;
  }

  state() {
    const { usb, flash, sensor, mcu } = this;
    return {
      us: Math.round(this.nanos / 1000), asleep: this.asleep / 1000, resets: this.resets, warnings: this.warnings,
      faults: [...(this.faults ?? []), ...usb.faults], identity: usb.identity, lost: this.lost,
      flashing: flash.wantsFirmware, erases: flash.erases, programs: flash.programs, power: !flash.noPower,
      burns: sensor.burns, reads: sensor.reads, busHz: sensor.busHz, setting: sensor.registers[7],
      lamp: mcu.gpio[LAMP].outputValue, clock: mcu.clkSys,
    };
  }

  obey({ order, ...with_ }) {
    const { usb, flash, sensor } = this;
    if (order === 'run') {
      this.run(with_.us);
      const said = Buffer.from(this.usb.said.splice(0)).toString('base64');
      return { said, us: Math.round(this.nanos / 1000), lost: this.lost };
    }
    if (order === 'hear') usb.hear(Buffer.from(with_.data, 'base64'));
    else if (order === 'ramp') sensor.ramp(with_.counts, with_.us * 1000);
    else if (order === 'spoil') Object.assign(sensor, with_);
    else if (order === 'sensor') sensor.be(with_.how);
    else if (order === 'bus') Object.assign(sensor, with_);
    else if (order === 'reset') this.reset();
    else if (order === 'hang') this.hang();
    else if (order === 'starve') flash.left = with_.operations;
    else if (order === 'read') usb.read(with_.on);
    else if (order === 'open') usb.open(with_.baud);
    else if (order === 'close') usb.close();
    else if (order === 'load flash') flash.bytes.set(Buffer.from(with_.data, 'base64'), with_.at);
    else if (order === 'flash') return { data: Buffer.from(flash.bytes.subarray(with_.at, with_.at + with_.size)).toString('base64') };
    else if (order === 'state') return this.state();
    else throw new Error(`no such order: ${order}`);
    return {};
  }
}

const [file, unique] = process.argv.slice(2);
const board = new Board(file, Buffer.from(unique, 'hex'));
for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = board.obey(JSON.parse(line));
  } catch (error) {
    answer = { error: String(error.stack) };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
