import type { ArchiveWriter, Member } from '../member.ts';
import { headBytes } from './layout.ts';
import { centralRecord, dataDescriptor, endOfArchive, localHeader } from './records.ts';
import { RecordStore } from './record-store.ts';

/** Zip, nothing compressed: what most people put into archives is so already, and a length can be told beforehand. */
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
