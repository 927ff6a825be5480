import { createHash } from 'node:crypto';
import { timeText, type ArchiveMember } from './archive-member.ts';

const BLOCK = 512;

/** Returns the members of a tar in the ustar format with pax records. Checks the checksum of each header. */
export function readTar(tar: Buffer): ArchiveMember[] {
  const members: ArchiveMember[] = [];
  let records = new Map<string, string>();
  let at = 0;
  while (tar[at] !== 0) {
    const header = tar.subarray(at, at + BLOCK);
    if (header.length < BLOCK || !hasValidChecksum(header)) throw new Error('invalid tar header');
    const size = Number(records.get('size') ?? octal(header, 124, 12));
    const contents = tar.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (text(header, 156, 1) === 'x') {
      records = readRecords(contents);
      continue;
    }
    members.push(memberOf(header, contents, records));
    records = new Map();
  }
  const rest = tar.subarray(at);
  if (rest.length < 2 * BLOCK || rest.some((byte) => byte !== 0))
    throw new Error('the tar has no end marker');
  return members;
}

function memberOf(
  header: Buffer,
  contents: Buffer,
  records: ReadonlyMap<string, string>,
): ArchiveMember {
  const prefix = text(header, 345, 155);
  const short = text(header, 0, 100);
  const isFolder = text(header, 156, 1) === '5';
  const seconds = Number(records.get('mtime') ?? octal(header, 136, 12));
  const facts = {
    name: records.get('path') ?? (prefix === '' ? short : `${prefix}/${short}`),
    type: isFolder ? 'dir' : 'file',
    size: contents.length,
    mode: (octal(header, 100, 8) & 0o777).toString(8),
    mtime: timeText(Math.floor(seconds)),
  } as const;
  if (isFolder) return facts;
  return { ...facts, sha256: createHash('sha256').update(contents).digest('hex') };
}

/** Parses pax records: `length keyword=value\n`, one after the other. */
function readRecords(bytes: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const length = Number(bytes.toString('latin1', at, bytes.indexOf(' ', at)));
    const record = bytes.toString('utf8', bytes.indexOf(' ', at) + 1, at + length - 1);
    const cut = record.indexOf('=');
    records.set(record.slice(0, cut), record.slice(cut + 1));
    at += length;
  }
  return records;
}

function hasValidChecksum(header: Buffer): boolean {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  return sum === octal(header, 148, 8);
}

function octal(header: Buffer, at: number, bytes: number): number {
  return Number.parseInt(text(header, at, bytes).trim(), 8);
}

function text(header: Buffer, at: number, bytes: number): string {
  return header.toString('utf8', at, at + bytes).split('\0', 1)[0] ?? '';
}
