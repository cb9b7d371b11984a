// The AS5600 on I2C 0 with its magnet: a ramp from one place and time to another, and what spoils it.  As in wheelsim.c.
import { GPIOPinState } from 'rp2040js';

const ADDRESS = 0x36;
const FULL_CIRCLE = 4096;
const SCL = 5;
const REG_CONF_HIGH = 0x07;
const REG_STATUS = 0x0b;
const REG_ANGLE_HIGH = 0x0c;
const REG_AGC = 0x1a;
const REG_BURN = 0xff;
const [, NO_MAGNET, , , ABSENT] = [0, 1, 2, 3, 4];
const HEALTH = [0x20, 0x00, 0x30, 0x28, 0x00];
const GAIN = [128, 255, 255, 0, 0];

export class Sensor {
  constructor() {
    Object.assign(this, { from: 0, to: 0, begins: 0, ends: 0, noise: 0, wild: 0, bend: 0, how: 0 });
    Object.assign(this, { stuck: false, clocksToFree: 0, burns: 0, reads: 0, busHz: 0 });
    this.registers = new Uint8Array(256);
    this.seed = 88172645;
  }

  // Power on; `now` gives nanoseconds since the board was made.
  attach(mcu, now) {
    this.mcu = mcu;
    this.now = now;
    this.pointer = 0;
    this.pointerSet = false;
    this.angleLow = 0;
    const bus = mcu.i2c[0];
    const held = () => this.stuck || this.clocksToFree > 0;
    bus.onStart = () => held() || bus.completeStart();
    bus.onStop = () => bus.completeStop();
    bus.onConnect = (address, mode) => {
      this.busHz = Math.max(this.busHz, Math.round(mcu.clkSys / (bus.sclHighPeriod + bus.sclLowPeriod)));
      if (mode === 0) this.pointerSet = false;
      bus.completeConnect(address === ADDRESS && this.how !== ABSENT);
    };
    bus.onWriteByte = (byte) => {
      this.write(byte);
      bus.completeWrite(true);
    };
    bus.onReadByte = () => {
      const reg = this.pointer;
      // the pointer does not move on from the low byte of an angle, as in the real chip
      if (reg !== REG_ANGLE_HIGH + 1) this.pointer = (this.pointer + 1) & 255;
      bus.completeRead(this.read(reg));
    };
    mcu.gpio[SCL].addListener((state) => {
      if (state === GPIOPinState.Low && this.clocksToFree > 0) this.clocksToFree--;
    });
  }

  // xorshift, 32 bits
  dice() {
    let x = this.seed;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.seed = x;
    return (x >>> 0) / 2 ** 32;
  }

  bell() {
    return Math.sqrt(-2 * Math.log(this.dice() + 1e-18)) * Math.cos(2 * Math.PI * this.dice());
  }

  place() {
    const now = this.now();
    if (now >= this.ends) return this.to;
    return this.from + ((this.to - this.from) * (now - this.begins)) / (this.ends - this.begins);
  }

  ramp(counts, nanos) {
    this.from = this.place();
    this.to = counts;
    this.begins = this.now();
    this.ends = this.begins + nanos;
  }

  angle() {
    let counts = this.place();
    if (this.wild > 0 && this.dice() < this.wild) return Math.floor(this.dice() * FULL_CIRCLE);
    counts += this.bend * Math.sin((counts / FULL_CIRCLE) * 2 * Math.PI);
    if (this.noise > 0) counts += this.noise * this.bell();
    return ((Math.round(counts) % FULL_CIRCLE) + FULL_CIRCLE) % FULL_CIRCLE;
  }

  // The low byte of the angle is frozen with the high one: torn pairs are for those who read them apart.
  read(reg) {
    if (reg === REG_STATUS) return HEALTH[this.how];
    if (reg === REG_AGC) return GAIN[this.how];
    if (reg === REG_ANGLE_HIGH) {
      const angle = this.how === NO_MAGNET ? Math.floor(this.dice() * FULL_CIRCLE) : this.angle();
      this.reads++;
      this.angleLow = angle & 255;
      return angle >> 8;
    }
    if (reg === REG_ANGLE_HIGH + 1) {
      const low = this.angleLow;
      this.angleLow = this.angle() & 255;
      return low;
    }
    return this.registers[reg];
  }

  write(byte) {
    if (!this.pointerSet) {
      this.pointer = byte;
      this.pointerSet = true;
      return;
    }
    // its one-time memory (places 0 to 6 are burnt from it) and the burn command are not for us
    if (this.pointer < REG_CONF_HIGH || this.pointer === REG_BURN) this.burns++;
    this.registers[this.pointer] = byte;
    this.pointer = (this.pointer + 1) & 255;
  }

  // Torn out it also loses its power.
  be(how) {
    if (how === ABSENT) this.registers.fill(0);
    this.how = how;
  }
}
