import { type Name, nameText } from '../raw-name.ts';
import { lstatAt } from './descriptors.ts';
import { nameFromBytes, readFolderSync } from './read-folder.ts';
import { REPLACEMENT } from './walk.ts';

/** Rows per message: enough to make messages rare, few enough to be built without blocking the event loop noticeably. */
const BATCH = 2_000;
/** Separates names: neither text nor bytes of a name can contain it. */
const SEPARATOR = '\0';

/** Facts of several entries in columns, because typed arrays can be transferred between threads without copying. */
export interface FactColumns {
  /** Names as text, joined by NUL. */
  readonly names: string;
  readonly modes: Uint32Array<ArrayBuffer>;
  readonly sizes: Float64Array<ArrayBuffer>;
  readonly modifiedNs: BigInt64Array<ArrayBuffer>;
  readonly devices: BigUint64Array<ArrayBuffer>;
  readonly inodes: BigUint64Array<ArrayBuffer>;
}

/** Reads the names of a folder as bytes joined by NUL, in batches that can be looked up independently. */
export function readNameBatches(fd: number): Uint8Array<ArrayBuffer>[] {
  const names = readFolderSync(fd);
  const batches: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < names.length; start += BATCH) {
    batches.push(joined(names.slice(start, start + BATCH)));
  }
  return batches;
}

/** Looks up the entries of a batch. Skips those that have vanished. */
export function factsOf(fd: number, batch: Uint8Array<ArrayBuffer>): FactColumns {
  const names = parted(batch);
  const shown: string[] = [];
  const columns = emptyColumns(names.length);
  for (const name of names) {
    const stats = lstatAt(fd, name);
    if (!stats) continue;
    const row = shown.length;
    columns.modes[row] = Number(stats.mode);
    columns.sizes[row] = Number(stats.size);
    columns.modifiedNs[row] = stats.mtimeNs;
    columns.devices[row] = stats.dev;
    columns.inodes[row] = stats.ino;
    shown.push(nameText(name));
  }
  return { names: shown.join(SEPARATOR), ...columns };
}

export function namesIn({ names }: FactColumns): string[] {
  return names === '' ? [] : names.split(SEPARATOR);
}

export function buffersOf({
  modes,
  sizes,
  modifiedNs,
  devices,
  inodes,
}: FactColumns): ArrayBuffer[] {
  return [modes, sizes, modifiedNs, devices, inodes].map((column) => column.buffer);
}

function emptyColumns(rows: number): Omit<FactColumns, 'names'> {
  return {
    modes: new Uint32Array(rows),
    sizes: new Float64Array(rows),
    modifiedNs: new BigInt64Array(rows),
    devices: new BigUint64Array(rows),
    inodes: new BigUint64Array(rows),
  };
}

function joined(names: readonly Name[]): Uint8Array<ArrayBuffer> {
  const parts = names.every((name) => typeof name === 'string')
    ? [Buffer.from(names.join(SEPARATOR))]
    : names.flatMap((name, index) => [
        Buffer.from(index === 0 ? '' : SEPARATOR),
        Buffer.from(name),
      ]);
  return new Uint8Array(Buffer.concat(parts));
}

function parted(batch: Uint8Array<ArrayBuffer>): Name[] {
  const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.length);
  const text = bytes.toString('utf8');
  if (!text.includes(REPLACEMENT)) return text.split(SEPARATOR);
  const names: Name[] = [];
  for (let start = 0; start <= bytes.length;) {
    const end = bytes.indexOf(0, start);
    const stop = end === -1 ? bytes.length : end;
    names.push(nameFromBytes(bytes.subarray(start, stop)));
    start = stop + 1;
  }
  return names;
}
