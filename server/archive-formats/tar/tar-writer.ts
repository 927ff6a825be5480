import type { ArchiveWriter, Member } from '../member.ts';
import { isOctal, paxRecords, ustarName } from './pax.ts';
import { BLOCK, paddingOf, writeTarHeader } from './tar-header.ts';

const ZEROS = Buffer.alloc(2 * BLOCK);

/** Writes tar as of POSIX.1-2001: ustar headers, preceded by pax records for values that do not fit. */
export class TarWriter implements ArchiveWriter {
  readonly wantsChecksums = false;
  #prepared: { readonly member: Member; readonly head: Uint8Array } | undefined;

  headBytes(member: Member): number {
    return this.head(member).length;
  }

  /** Cached, because its length is requested first, and then the header itself. */
  head(member: Member): Uint8Array {
    if (this.#prepared?.member !== member) this.#prepared = { member, head: headOf(member) };
    return this.#prepared.head;
  }

  tail({ size }: Member): Uint8Array {
    return ZEROS.subarray(0, paddingOf(size));
  }

  *finish(): Generator<Uint8Array> {
    yield ZEROS;
  }
}

function headOf(member: Member): Uint8Array {
  const records = paxRecords(member);
  const recordBytes = Buffer.byteLength(records);
  const paxBytes = recordBytes === 0 ? 0 : BLOCK + recordBytes + paddingOf(recordBytes);
  const head = Buffer.alloc(paxBytes + BLOCK);
  if (paxBytes > 0) {
    writePaxHeader(head, member, recordBytes);
    head.write(records, BLOCK);
  }
  const { prefix, name } = ustarName(member.name) ?? { prefix: '', name: plainName(member) };
  writeTarHeader(head.subarray(paxBytes), {
    prefix,
    name,
    mode: member.mode,
    size: isOctal(member.size) ? member.size : 0,
    seconds: isOctal(member.seconds) ? member.seconds : 0,
    type: member.isFolder ? '5' : '0',
  });
  return head;
}

function writePaxHeader(block: Buffer, member: Member, size: number): void {
  const name = `PaxHeaders/${plainName(member)}`.slice(0, 100);
  const seconds = isOctal(member.seconds) ? member.seconds : 0;
  writeTarHeader(block, { prefix: '', name, mode: 0o644, size, seconds, type: 'x' });
}

/** Returns a name for programs without pax support: the last part of the real one, in ASCII. */
function plainName({ name, isFolder }: Member): string {
  const leaf = name.split('/').at(isFolder ? -2 : -1) ?? name;
  return `${leaf.replace(/[^\x20-\x7e]/gu, '_').slice(0, 99)}${isFolder ? '/' : ''}`;
}
