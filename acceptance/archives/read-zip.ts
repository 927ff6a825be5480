import { createHash } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import { timeText, type ArchiveMember } from './archive-member.ts';

const END = 0x0605_4b50;
const RECORD = 0x0201_4b50;
const HEAD = 0x0403_4b50;
const END_BYTES = 22;

/** Reads the central directory of a zip of less than 4 GiB. Returns its members, and checks their checksums. */
export function readZip(zip: Buffer): ArchiveMember[] {
  // Our archives have no comment, so the end record is the last one.
  const end = zip.length - END_BYTES;
  if (zip.readUInt32LE(end) !== END) throw new Error('the zip has no end record');
  const members: ArchiveMember[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== RECORD) throw new Error('invalid central directory');
    members.push(memberAt(zip, at));
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  if (at !== end) throw new Error('unexpected bytes after the central directory');
  return members;
}

function memberAt(zip: Buffer, at: number): ArchiveMember {
  const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
  const isFolder = name.endsWith('/');
  const mode = zip.readUInt32LE(at + 38) >>> 16;
  const facts = {
    name,
    type: isFolder ? 'dir' : 'file',
    size: zip.readUInt32LE(at + 24),
    mode: (mode & 0o777).toString(8),
    stored: zip.readUInt16LE(at + 10) === 0,
    mtime: dosTime(zip.readUInt32LE(at + 12)),
  } as const;
  if (isFolder) return facts;
  return { ...facts, sha256: createHash('sha256').update(contentsAt(zip, at)).digest('hex') };
}

function contentsAt(zip: Buffer, at: number): Buffer {
  const head = zip.readUInt32LE(at + 42);
  if (zip.readUInt32LE(head) !== HEAD) throw new Error('a member has no local header');
  const start = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
  const bytes = zip.subarray(start, start + zip.readUInt32LE(at + 20));
  const contents = zip.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes);
  if (crc32(contents) !== zip.readUInt32LE(at + 16)) throw new Error('wrong checksum of a member');
  return contents;
}

function dosTime(stamp: number): string {
  const [day, time] = [stamp >>> 16, stamp & 0xffff];
  const date = Date.UTC((day >> 9) + 1_980, ((day >> 5) & 15) - 1, day & 31);
  const seconds = (time >> 11) * 3_600 + ((time >> 5) & 63) * 60 + (time & 31) * 2;
  return timeText(date / 1_000 + seconds);
}
