import type { ArchiveLength, Member } from '../member.ts';
import { endBytes, headBytes, recordBytes, tailBytes } from './layout.ts';

export class ZipLength implements ArchiveLength {
  #offset = 0;
  #directoryBytes = 0;
  #members = 0;

  add(member: Member): void {
    this.#directoryBytes += recordBytes(member, this.#offset);
    this.#offset += headBytes(member) + member.size + tailBytes(member);
    this.#members += 1;
  }

  total(): number {
    const directory = {
      members: this.#members,
      bytes: this.#directoryBytes,
      offset: this.#offset,
    };
    return this.#offset + this.#directoryBytes + endBytes(directory);
  }
}
