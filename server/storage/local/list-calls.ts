import { nameText } from '../raw-name.ts';
import { lstatAt } from './descriptors.ts';
import { joinNames, splitNames } from './names-buffer.ts';
import { readFolderSync } from './read-folder.ts';

/** Names per message: enough to make messages rare, few enough for the main thread to process without a noticeable pause. */
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

/** Reads the names of a folder, in batches whose facts can be read independently; see `joinNames`. */
export function readNameBatches(fd: number): Uint8Array<ArrayBuffer>[] {
  const names = readFolderSync(fd);
  const batches: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < names.length; start += BATCH) {
    batches.push(joinNames(names.slice(start, start + BATCH)));
  }
  return batches;
}

/** Reads the facts of the entries of a batch. Skips those that have vanished. */
export function factsOf(fd: number, batch: Uint8Array<ArrayBuffer>): FactColumns {
  const names = splitNames(batch);
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
