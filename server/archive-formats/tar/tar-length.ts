import type { ArchiveLength, Member } from '../member.ts';
import { paxRecords } from './pax.ts';
import { BLOCK, paddingOf } from './tar-header.ts';

export class TarLength implements ArchiveLength {
  #bytes = 0;

  add(member: Member): void {
    const recordBytes = Buffer.byteLength(paxRecords(member));
    const paxBytes = recordBytes === 0 ? 0 : BLOCK + recordBytes + paddingOf(recordBytes);
    this.#bytes += paxBytes + BLOCK + member.size + paddingOf(member.size);
  }

  total(): number {
    return this.#bytes + 2 * BLOCK;
  }
}
