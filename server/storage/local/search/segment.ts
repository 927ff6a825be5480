import { foldText } from '#contract/fold-text.ts';
import { NumberList, TextList } from './growable-lists.ts';

/** Length of folded names per segment: small enough to be searched without pausing. */
const SEGMENT_BYTES = 1024 * 1024;
const MAX_ENTRIES = 65_536;
/** Folding makes a name of 255 bytes at most a few times longer. */
const LONGEST_FOLDED = 8_192;

/** Byte after every name, which no name contains. */
const END = 0;
/** Flag of a removed entry. */
const DEAD = 0x80;
/** Flag of an entry whose original name is stored separately. */
const SPELLED_APART = 0x40;
/** The bit in which an ASCII capital differs from the small letter. */
const CASE_BIT = 0x20;

interface Parts {
  readonly names: Buffer;
  /** Offset at which each name begins. */
  readonly starts: Uint32Array;
  readonly flags: Uint8Array;
  /** One bit for each byte of `names`: 1 if it is a capital in the original name. */
  readonly capitals: Uint8Array;
}

/**
 * A part of the name index: up to 65,536 names, which are searched as one text. Names are stored folded, one after another, each with a byte
 * of flags. The original name is restored from one bit for each capital; where folding changes more than ASCII capitals, it is stored
 * separately. A run is a sequence of entries of one folder. Entries are numbered from 0; a removed one stays as a dead entry.
 */
export class Segment {
  readonly #parts: Parts;
  #used = 0;
  #count = 0;
  #dead = 0;
  /** Entries whose original name is stored separately, in order, and these names. */
  #spelled = new NumberList();
  #spellings = new TextList();
  /** The folder of each run, and its first entry. */
  #runFolders = new NumberList();
  #runStarts = new NumberList();

  /** Without `parts`, creates an empty segment with space for the maximum number of names. */
  constructor(parts: Parts = roomForNames()) {
    this.#parts = parts;
  }

  /** Number of entries, including removed ones. */
  get count(): number {
    return this.#count;
  }

  /** Number of removed entries. */
  get dead(): number {
    return this.#dead;
  }

  /** Number of runs. */
  get runs(): number {
    return this.#runStarts.length;
  }

  get isFull(): boolean {
    return this.#count >= MAX_ENTRIES || this.#used > SEGMENT_BYTES - LONGEST_FOLDED;
  }

  /** The folded names so far. Each ends with a NUL. */
  get text(): Buffer {
    return this.#parts.names.subarray(0, this.#used);
  }

  /** Makes the entries that are added from now on belong to a folder; see FolderTable. */
  beginRun(folder: number): void {
    this.#runFolders.push(folder);
    this.#runStarts.push(this.#count);
  }

  /** Adds an entry. `flags` may use the lower six bits; see name-class.ts. */
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

  /** Returns false, with nothing written, if the name contains a character that is not ASCII. */
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

  /** Returns the offset of the first byte of a folded name. */
  startOf(entry: number): number {
    return entry < this.#count ? (this.#parts.starts[entry] ?? 0) : this.#used;
  }

  /** Returns the offset after the last byte of a folded name. */
  endOf(entry: number): number {
    return this.startOf(entry + 1) - 1;
  }

  /** Returns the entry whose folded name, or its end, is at this position. */
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

  /** Returns the folded name with one character for each byte. */
  foldedBytesOf(entry: number): string {
    return this.#parts.names.toString('latin1', this.startOf(entry), this.endOf(entry));
  }

  flagsOf(entry: number): number {
    return (this.#parts.flags[entry] ?? 0) & ~(DEAD | SPELLED_APART);
  }

  isDead(entry: number): boolean {
    return ((this.#parts.flags[entry] ?? 0) & DEAD) !== 0;
  }

  /** Marks an entry as removed. */
  kill(entry: number): void {
    if (this.isDead(entry)) return;
    this.#parts.flags[entry] = (this.#parts.flags[entry] ?? 0) | DEAD;
    this.#dead += 1;
  }

  nameOf(entry: number): string {
    const length = this.writeName(SCRATCH, 0, entry);
    return SCRATCH.toString('utf8', 0, length);
  }

  /** Writes the original name in UTF-8. Returns the number of bytes. */
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

  /** Returns the first entry of a run; for the run after the last one, the number of entries. */
  runStart(run: number): number {
    return run < this.#runStarts.length ? this.#runStarts.at(run) : this.#count;
  }

  /** Returns a copy that takes only the necessary memory, and to which nothing is added. */
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

/** Allocates space for the maximum number of names. The system provides the memory only where it is written. */
function roomForNames(): Parts {
  return {
    names: Buffer.alloc(SEGMENT_BYTES),
    starts: new Uint32Array(MAX_ENTRIES),
    flags: new Uint8Array(MAX_ENTRIES),
    capitals: new Uint8Array(SEGMENT_BYTES / 8),
  };
}

/** Copies the first bytes of an array. */
function exactly(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(length);
  copy.set(bytes.subarray(0, length));
  return copy;
}
