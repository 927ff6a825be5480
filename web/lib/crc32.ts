/** Number of bytes that one step of the computation takes (the method is known as slicing-by-16). */
const STEP_BYTES = 16;
const WORDS_PER_STEP = 4;
const BYTE_VALUES = 256;
/** The polynomial of gzip, with the bits in reverse order. */
const POLYNOMIAL = 0xed_b8_83_20;

/** Section `n`, of 256 numbers, has the effect of each byte on the checksum when `n` bytes follow it. */
const table = createTable();

/**
 * Returns the CRC-32 of gzip as an unsigned number. `previous` is the checksum of the bytes before, for computing it piece by piece. It takes
 * sixteen bytes at a time, and so half the time of the SHA-256 that browsers have.
 */
export function crc32(bytes: Uint8Array<ArrayBuffer>, previous = 0): number {
  // Words can only be read from a multiple of their size.
  const steps = bytes.byteOffset % 4 === 0 ? Math.floor(bytes.length / STEP_BYTES) : 0;
  const words = new Int32Array(
    bytes.buffer,
    steps > 0 ? bytes.byteOffset : 0,
    steps * WORDS_PER_STEP,
  );
  let crc = ~previous;
  for (let at = 0; at < words.length; at += WORDS_PER_STEP) {
    crc =
      effectOf(wordAt(words, at) ^ crc, 12) ^
      effectOf(wordAt(words, at + 1), 8) ^
      effectOf(wordAt(words, at + 2), 4) ^
      effectOf(wordAt(words, at + 3), 0);
  }
  for (let at = steps * STEP_BYTES; at < bytes.length; at += 1) {
    crc = (crc >>> 8) ^ entry(0, crc ^ (bytes[at] ?? 0));
  }
  return ~crc >>> 0;
}

/** Returns the effect of a word, whose least significant byte comes first, when `following` bytes follow it. */
function effectOf(word: number, following: number): number {
  return (
    entry(following + 3, word) ^
    entry(following + 2, word >>> 8) ^
    entry(following + 1, word >>> 16) ^
    entry(following, word >>> 24)
  );
}

function entry(section: number, byte: number): number {
  return table[section * BYTE_VALUES + (byte & 0xff)] ?? 0;
}

function wordAt(words: Int32Array, at: number): number {
  return words[at] ?? 0;
}

function createTable(): Int32Array {
  const created = new Int32Array(STEP_BYTES * BYTE_VALUES);
  for (let index = 0; index < created.length; index += 1) {
    const before = created[index - BYTE_VALUES];
    created[index] =
      before === undefined
        ? effectOfLastByte(index)
        : (before >>> 8) ^ (created[before & 0xff] ?? 0);
  }
  return created;
}

function effectOfLastByte(byte: number): number {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  return crc;
}
