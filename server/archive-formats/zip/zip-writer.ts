import type { ArchiveWriter, Member } from '../member.ts';
import { headBytes } from './layout.ts';
import { centralRecord, dataDescriptor, endOfArchive, localHeader } from './records.ts';

/**
 * Writes zip without compression: most files in archives are compressed already, and the length can be computed in
 * advance.
 */
export class ZipWriter implements ArchiveWriter {
  readonly wantsChecksums = true;
  readonly #directory = new RecordStore();
  #offset = 0;
  #members = 0;

  headBytes(member: Member): number {
    return headBytes(member);
  }

  head(member: Member, checksum: number): Uint8Array {
    return localHeader(member, checksum);
  }

  tail(member: Member, checksum: number): Uint8Array {
    const descriptor = dataDescriptor(member, checksum);
    this.#directory.add(centralRecord(member, checksum, this.#offset));
    this.#offset += headBytes(member) + member.size + descriptor.length;
    this.#members += 1;
    return descriptor;
  }

  *finish(): Generator<Uint8Array> {
    yield* this.#directory.blocks();
    const bytes = this.#directory.bytes;
    yield endOfArchive({ members: this.#members, bytes, offset: this.#offset });
  }
}

const BLOCK_BYTES = 64 * 1024;

/**
 * Collects the central directory in blocks of bytes, because an object for each of a million members would need too
 * much memory.
 */
class RecordStore {
  readonly #full: Buffer[] = [];
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #used = 0;
  #bytes = 0;

  /** Length of all records in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  add(record: Uint8Array): void {
    this.#bytes += record.length;
    if (this.#used + record.length > this.#block.length) {
      this.#full.push(this.#block.subarray(0, this.#used));
      this.#block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, record.length));
      this.#used = 0;
    }
    this.#block.set(record, this.#used);
    this.#used += record.length;
  }

  *blocks(): Generator<Uint8Array> {
    yield* this.#full;
    yield this.#block.subarray(0, this.#used);
  }
}
