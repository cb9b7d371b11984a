// The part of qrcode.mjs that the pages use.
export interface QrCode {
  addData(text: string): void;
  make(): void;
  getModuleCount(): number;
  isDark(row: number, column: number): boolean;
}

export function qrcode(version: number, correction: "L" | "M" | "Q" | "H"): QrCode;
