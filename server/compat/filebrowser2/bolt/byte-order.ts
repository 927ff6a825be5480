/** Byte order of a file: that of the machine that created it. */
export type ByteOrder = 'little' | 'big';

/** Reads integers of a file in its byte order. The caller checks positions. */
export class Numbers {
  readonly #isLittle: boolean;

  constructor(order: ByteOrder) {
    this.#isLittle = order === 'little';
  }

  u16(bytes: Buffer, at: number): number {
    return this.#isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
  }

  u32(bytes: Buffer, at: number): number {
    return this.#isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
  }

  u64(bytes: Buffer, at: number): bigint {
    return this.#isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at);
  }
}
