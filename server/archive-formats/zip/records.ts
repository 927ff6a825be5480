import type { Member } from '../member.ts';
import {
  FULL_16,
  FULL_32,
  hasDataDescriptor,
  hasTimeExtra,
  headBytes,
  needs64,
  needsEnd64,
  endBytes,
  recordBytes,
  TIME_EXTRA_BYTES,
  tailBytes,
  zip64FieldBytes,
  type Directory,
} from './layout.ts';

// Names and order of the fields are those of the .ZIP file format specification (APPNOTE.TXT), 4.3.

const MADE_ON_UNIX = 3 << 8;
const NEEDS_FOLDERS = 20;
const NEEDS_64 = 45;
const UTF_8_NAME = 1 << 11;
const DATA_DESCRIPTOR_FOLLOWS = 1 << 3;
const STORED = 0;
const FOLDER_ATTRIBUTE = 0x10;
const UNIX_FOLDER = 0o04_0000;
const UNIX_FILE = 0o10_0000;

/** Writes fields one after another. */
class Fields {
  readonly bytes: Buffer;
  #at = 0;

  constructor(length: number) {
    this.bytes = Buffer.allocUnsafe(length);
  }

  short(...values: readonly number[]): void {
    for (const value of values) this.#at = this.bytes.writeUInt16LE(value, this.#at);
  }

  long(...values: readonly number[]): void {
    for (const value of values) this.#at = this.bytes.writeUInt32LE(value, this.#at);
  }

  wide(...values: readonly number[]): void {
    for (const value of values) this.#at = this.bytes.writeBigUInt64LE(BigInt(value), this.#at);
  }

  text(value: string): void {
    this.#at += this.bytes.write(value, this.#at);
  }

  time(seconds: number): void {
    this.short(0x5455, TIME_EXTRA_BYTES - 4);
    this.#at = this.bytes.writeUInt8(1, this.#at);
    this.#at = this.bytes.writeInt32LE(seconds, this.#at);
  }
}

/** Writes the fields that a local header and a record of the central directory have in common. */
function writeFacts(fields: Fields, member: Member, checksum: number, needed: number): void {
  const flags = UTF_8_NAME | (hasDataDescriptor(member) ? DATA_DESCRIPTOR_FOLLOWS : 0);
  fields.short(needed, flags, STORED);
  fields.long(dosTime(member.seconds), checksum);
}

/** Returns the local file header. If a data descriptor follows the contents, it contains neither checksum nor sizes. */
export function localHeader(member: Member, checksum: number): Buffer {
  const fields = new Fields(headBytes(member));
  const hasDescriptor = hasDataDescriptor(member);
  const isWide = needs64(member.size);
  const size = hasDescriptor ? 0 : member.size;
  fields.long(0x0403_4b50);
  writeFacts(fields, member, hasDescriptor ? 0 : checksum, isWide ? NEEDS_64 : NEEDS_FOLDERS);
  fields.long(isWide ? FULL_32 : size, isWide ? FULL_32 : size);
  const timeBytes = hasTimeExtra(member) ? TIME_EXTRA_BYTES : 0;
  fields.short(Buffer.byteLength(member.name), timeBytes + (isWide ? 20 : 0));
  fields.text(member.name);
  if (timeBytes > 0) fields.time(member.seconds);
  if (isWide) {
    fields.short(1, 16);
    fields.wide(size, size);
  }
  return fields.bytes;
}

/** Returns the data descriptor; empty if the header contains everything. */
export function dataDescriptor(member: Member, checksum: number): Buffer {
  const fields = new Fields(tailBytes(member));
  if (fields.bytes.length === 0) return fields.bytes;
  fields.long(0x0807_4b50, checksum);
  if (needs64(member.size)) fields.wide(member.size, member.size);
  else fields.long(member.size, member.size);
  return fields.bytes;
}

/** Returns the record of a member in the central directory. */
export function centralRecord(member: Member, checksum: number, offset: number): Buffer {
  const fields = new Fields(recordBytes(member, offset));
  const { size, isFolder, mode } = member;
  const isWide = needs64(size);
  const wide = zip64FieldBytes(size, offset);
  const timeBytes = hasTimeExtra(member) ? TIME_EXTRA_BYTES : 0;
  const needed = wide > 0 ? NEEDS_64 : NEEDS_FOLDERS;
  const unixMode = (isFolder ? UNIX_FOLDER : UNIX_FILE) | mode;
  fields.long(0x0201_4b50);
  fields.short(MADE_ON_UNIX | needed);
  writeFacts(fields, member, checksum, needed);
  fields.long(isWide ? FULL_32 : size, isWide ? FULL_32 : size);
  fields.short(Buffer.byteLength(member.name), timeBytes + wide);
  // No comment, the first disk, no internal attributes.
  fields.short(0, 0, 0);
  fields.long(((unixMode << 16) | (isFolder ? FOLDER_ATTRIBUTE : 0)) >>> 0);
  fields.long(needs64(offset) ? FULL_32 : offset);
  fields.text(member.name);
  if (timeBytes > 0) fields.time(member.seconds);
  if (wide > 0) {
    fields.short(1, wide - 4);
    if (isWide) fields.wide(size, size);
    if (needs64(offset)) fields.wide(offset);
  }
  return fields.bytes;
}

/** Returns the end of central directory record, preceded by its zip64 form where the values need it. */
export function endOfArchive(directory: Directory): Buffer {
  const fields = new Fields(endBytes(directory));
  const { members, bytes, offset } = directory;
  if (needsEnd64(directory)) {
    fields.long(0x0606_4b50);
    fields.wide(44);
    fields.short(MADE_ON_UNIX | NEEDS_64, NEEDS_64);
    fields.long(0, 0);
    fields.wide(members, members, bytes, offset);
    // The locator of the zip64 record above.
    fields.long(0x0706_4b50, 0);
    fields.wide(offset + bytes);
    fields.long(1);
  }
  const count = Math.min(members, FULL_16);
  fields.long(0x0605_4b50);
  fields.short(0, 0, count, count);
  fields.long(Math.min(bytes, FULL_32), Math.min(offset, FULL_32));
  fields.short(0);
  return fields.bytes;
}

/** First and last time of the format, whose years have seven bits from 1980 on. Other times are replaced by the nearer one. */
const FIRST = Date.UTC(1980, 0, 1) / 1_000;
const LAST = Date.UTC(2107, 11, 31, 23, 59, 58) / 1_000;

/**
 * Returns the date in the upper and the time in the lower 16 bits, in steps of two seconds. In UTC, because the time
 * zone of the reader is unknown; programs that support the extended timestamp ignore this field.
 */
export function dosTime(seconds: number): number {
  const date = new Date(Math.min(Math.max(seconds, FIRST), LAST) * 1_000);
  const day =
    ((date.getUTCFullYear() - 1_980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
