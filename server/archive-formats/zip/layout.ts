import { READ_WHOLE_UP_TO, type Member } from '../member.ts';

/** Marks a 32-bit or 16-bit field whose value is in the zip64 field instead. */
export const FULL_32 = 0xffff_ffff;
export const FULL_16 = 0xffff;

// Lengths of the parts of an archive, so that its size and all positions are known before it is written. Members are not
// compressed: both of their sizes are the same.

const HEAD_BYTES = 30;
const RECORD_BYTES = 46;
/** ID and length of an extra field. */
const EXTRA_HEAD_BYTES = 4;
/** Extended timestamp: a byte of flags and the modification time. */
export const TIME_EXTRA_BYTES = EXTRA_HEAD_BYTES + 5;
const END_BYTES = 22;
/** The zip64 end record, and its locator. */
const END_64_BYTES = 56 + 20;

/** Returns true if the header is written before the checksum is known, so that a data descriptor follows the contents. */
export function hasDataDescriptor({ size }: Member): boolean {
  return size > READ_WHOLE_UP_TO;
}

export function needs64(size: number): boolean {
  return size >= FULL_32;
}

/** Returns true if the time fits into the extended timestamp, a signed number of 32 bits. */
export function hasTimeExtra({ seconds }: Member): boolean {
  return seconds >= -0x8000_0000 && seconds <= 0x7fff_ffff;
}

/** Returns the length of the header that precedes the contents. */
export function headBytes(member: Member): number {
  const sizes = needs64(member.size) ? EXTRA_HEAD_BYTES + 16 : 0;
  return HEAD_BYTES + Buffer.byteLength(member.name) + timeBytes(member) + sizes;
}

/** Returns the length of the data descriptor. Its sizes have 64 bits if those of the header do. */
export function tailBytes(member: Member): number {
  if (!hasDataDescriptor(member)) return 0;
  return needs64(member.size) ? 24 : 16;
}

/** Returns the length of a record in the central directory. `offset` is the position of the member's header. */
export function recordBytes(member: Member, offset: number): number {
  const nameBytes = Buffer.byteLength(member.name);
  return RECORD_BYTES + nameBytes + timeBytes(member) + zip64FieldBytes(member.size, offset);
}

/** Returns the length of the zip64 field of a record, which contains only the values that do not fit elsewhere. */
export function zip64FieldBytes(size: number, offset: number): number {
  const bytes = (needs64(size) ? 16 : 0) + (needs64(offset) ? 8 : 0);
  return bytes === 0 ? 0 : EXTRA_HEAD_BYTES + bytes;
}

function timeBytes(member: Member): number {
  return hasTimeExtra(member) ? TIME_EXTRA_BYTES : 0;
}

/** Size and position of the central directory. */
export interface Directory {
  readonly members: number;
  readonly bytes: number;
  readonly offset: number;
}

/** Returns true if a value does not fit into the end record, so that a zip64 end record precedes it. */
export function needsEnd64({ members, bytes, offset }: Directory): boolean {
  return members >= FULL_16 || needs64(bytes) || needs64(offset);
}

/** Returns the length of all that follows the central directory. */
export function endBytes(directory: Directory): number {
  return END_BYTES + (needsEnd64(directory) ? END_64_BYTES : 0);
}
