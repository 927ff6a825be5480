import { foldText } from '#contract/fold-text.ts';
import { NumberList, TextList } from './growing.ts';

/** Of folded names: small enough to be searched in one go that holds up nobody. */
const SEGMENT_BYTES = 1024 * 1024;
const MOST_ENTRIES = 65_536;
/** Folding makes a name of 255 bytes several times as long at most. */
const LONGEST_FOLDED = 8_192;

/** Stands behind every name, and in none. */
const END = 0;
const DEAD = 0x80;
const SPELLED_APART = 0x40;
const CASE_BIT = 0x20;

interface Parts {
  readonly names: Buffer;
  /** Where each name begins. */
  readonly starts: Uint32Array;
  readonly flags: Uint8Array;
  /** One bit for each byte of `names`. */
  readonly capitals: Uint8Array;
}

/**
 * Some names, folded, one behind the other in one buffer, each with a byte of flags. How a name is written is kept as a
 * bit for each capital, or apart, where folding has changed more than that. The entries of a folder stand in runs.
 */
export class Segment {
  readonly #parts: Parts;
  #used = 0;
  #count = 0;
  #dead = 0;
  /** Entries that are spelled apart, in order, and how. */
  #spelled = new NumberList();
  #spellings = new TextList();
  /** Whose each run is, and the entry it begins with. */
  #runFolders = new NumberList();
  #runStarts = new NumberList();

  /** Without parts, an empty one with room for as many names as a segment may hold. */
  constructor(parts: Parts = roomForNames()) {
    this.#parts = parts;
  }

  /** Entries, dead ones too. */
  get count(): number {
    return this.#count;
  }

  get dead(): number {
    return this.#dead;
  }

  get runs(): number {
    return this.#runStarts.length;
  }

  get isFull(): boolean {
    return this.#count >= MOST_ENTRIES || this.#used > SEGMENT_BYTES - LONGEST_FOLDED;
  }

  /** The folded names, as far as they go; each ends with a NUL. */
  get text(): Buffer {
    return this.#parts.names.subarray(0, this.#used);
  }

  beginRun(folder: number): void {
    this.#runFolders.push(folder);
    this.#runStarts.push(this.#count);
  }

  /** Of the flags, six bits are the caller's. */
  add(name: string, flags: number): void {
    const { names, starts, flags: allFlags } = this.#parts;
    const entry = this.#count;
    let length = name.length;
    let apart = 0;
    if (!this.#writeAscii(name)) {
      const folded = foldText(name);
      length = names.write(folded, this.#used);
      if (folded !== name) apart = this.#spellApart(entry, name);
    }
    names[this.#used + length] = END;
    starts[entry] = this.#used;
    allFlags[entry] = flags | apart;
    this.#used += length + 1;
    this.#count += 1;
  }

  #spellApart(entry: number, name: string): number {
    this.#spelled.push(entry);
    this.#spellings.push(name);
    return SPELLED_APART;
  }

  /** False, with nothing of it kept, when there is another sign in it. */
  #writeAscii(name: string): boolean {
    const { names, capitals } = this.#parts;
    const start = this.#used;
    for (let index = 0; index < name.length; index += 1) {
      const code = name.charCodeAt(index);
      const at = start + index;
      if (code > 0x7f) {
        this.#forgetCapitals(start, at);
        return false;
      }
      if (code >= 0x41 && code <= 0x5a) {
        names[at] = code | CASE_BIT;
        capitals[at >> 3] = (capitals[at >> 3] ?? 0) | (1 << (at & 7));
      } else names[at] = code;
    }
    return true;
  }

  #forgetCapitals(start: number, end: number): void {
    const { capitals } = this.#parts;
    for (let at = start; at < end; at += 1) {
      capitals[at >> 3] = (capitals[at >> 3] ?? 0) & ~(1 << (at & 7));
    }
  }

  startOf(entry: number): number {
    return entry < this.#count ? (this.#parts.starts[entry] ?? 0) : this.#used;
  }

  /** Behind its last byte. */
  endOf(entry: number): number {
    return this.startOf(entry + 1) - 1;
  }

  /** The entry whose folded name, or its end, is at this position. */
  entryAt(position: number): number {
    const { starts } = this.#parts;
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The folded name, one character for each of its bytes. */
  foldedBytesOf(entry: number): string {
    return this.#parts.names.toString('latin1', this.startOf(entry), this.endOf(entry));
  }

  flagsOf(entry: number): number {
    return (this.#parts.flags[entry] ?? 0) & ~(DEAD | SPELLED_APART);
  }

  isDead(entry: number): boolean {
    return ((this.#parts.flags[entry] ?? 0) & DEAD) !== 0;
  }

  kill(entry: number): void {
    if (this.isDead(entry)) return;
    this.#parts.flags[entry] = (this.#parts.flags[entry] ?? 0) | DEAD;
    this.#dead += 1;
  }

  nameOf(entry: number): string {
    const length = this.writeName(SCRATCH, 0, entry);
    return SCRATCH.toString('utf8', 0, length);
  }

  /** Writes the name as it is on disk, in UTF-8; gives the number of bytes. */
  writeName(target: Buffer, position: number, entry: number): number {
    const { names, capitals, flags } = this.#parts;
    if (((flags[entry] ?? 0) & SPELLED_APART) !== 0) {
      return this.#spellings.copyTo(target, position, this.#spelled.lastNotAbove(entry));
    }
    const start = this.startOf(entry);
    const end = this.endOf(entry);
    for (let at = start; at < end; at += 1) {
      const isCapital = ((capitals[at >> 3] ?? 0) >> (at & 7)) & 1;
      target[position + at - start] = (names[at] ?? 0) ^ (isCapital * CASE_BIT);
    }
    return end - start;
  }

  folderOfRun(run: number): number {
    return this.#runFolders.at(run);
  }

  runStart(run: number): number {
    return run < this.#runStarts.length ? this.#runStarts.at(run) : this.#count;
  }

  /** A copy of what is in it, that takes no more memory than it needs and is never added to. */
  sealed(): Segment {
    const { names, starts, flags, capitals } = this.#parts;
    const sealed = new Segment({
      names: Buffer.from(exactly(names, this.#used).buffer),
      starts: starts.slice(0, this.#count),
      flags: flags.slice(0, this.#count),
      capitals: exactly(capitals, (this.#used + 7) >> 3),
    });
    sealed.#used = this.#used;
    sealed.#count = this.#count;
    sealed.#dead = this.#dead;
    sealed.#spelled = this.#spelled.trimmed();
    sealed.#spellings = this.#spellings.trimmed();
    sealed.#runFolders = this.#runFolders.trimmed();
    sealed.#runStarts = this.#runStarts.trimmed();
    return sealed;
  }

  clear(): void {
    this.#parts.capitals.fill(0, 0, (this.#used + 7) >> 3);
    this.#used = 0;
    this.#count = 0;
    this.#dead = 0;
    for (const list of [this.#spelled, this.#spellings, this.#runFolders, this.#runStarts]) {
      list.clear();
    }
  }
}

const SCRATCH = Buffer.allocUnsafeSlow(LONGEST_FOLDED);

/** Untouched, it takes no memory. */
function roomForNames(): Parts {
  return {
    names: Buffer.alloc(SEGMENT_BYTES),
    starts: new Uint32Array(MOST_ENTRIES),
    flags: new Uint8Array(MOST_ENTRIES),
    capitals: new Uint8Array(SEGMENT_BYTES / 8),
  };
}

/** The first bytes of an array, in memory of their own. */
function exactly(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(length);
  copy.set(bytes.subarray(0, length));
  return copy;
}
