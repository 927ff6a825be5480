import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { ROOT_MARKER } from '../temporary-name.ts';
import { type RootDescriptor, rootFd } from './root-descriptor.ts';
import { withDescriptor, openReadableAt, openRootFolder, pathAt } from './descriptors.ts';
import { identityOf, isFingerprintUnique, toEntryStat } from './entry-stat.ts';
import { errnoOf } from './node-error.ts';

const MAX_MARKER_BYTES = 64;

/** The folder that is at the path of the root now, opened, with the facts of `SeenRoot`; or the error code with which it cannot be opened. */
export type RootAtPath =
  | {
      readonly kind: 'seen';
      readonly fd: number;
      readonly fingerprint: string;
      readonly isFingerprintUnique: boolean;
      readonly id: string | undefined;
    }
  | { readonly kind: 'absent'; readonly reason: string };

/** Returns true if `path` leads to the folder that is open as the root. */
export function isRootInPlace(root: RootDescriptor, path: string): boolean {
  try {
    const there = statSync(path, { bigint: true });
    return identityOf(there) === identityOf(fstatSync(rootFd(root), { bigint: true }));
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

/** Opens the folder at `path`. The caller closes it. */
export function openRootAt(path: string): RootAtPath {
  let fd: number | undefined;
  try {
    fd = openRootFolder(path);
    const stats = fstatSync(fd, { bigint: true });
    return {
      kind: 'seen',
      fd,
      fingerprint: toEntryStat(stats).fingerprint,
      isFingerprintUnique: isFingerprintUnique(stats),
      id: readMarker(fd),
    };
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    const reason = errnoOf(error);
    if (reason === undefined) throw error;
    return { kind: 'absent', reason };
  }
}

/** Writes the marker file, which holds the id of the root. Returns false if the folder is not writable. */
export function writeMarker({ fd, id }: { readonly fd: number; readonly id: string }): boolean {
  try {
    const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
    const file = openSync(
      pathAt(fd, ROOT_MARKER),
      O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW,
      0o600,
    );
    withDescriptor(file, () => {
      writeSync(file, `${id}\n`);
      fsyncSync(file);
    });
    return true;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

/** Returns the content of the marker file; undefined if it does not exist or cannot be read. */
function readMarker(fd: number): string | undefined {
  try {
    const text = withDescriptor(openReadableAt(fd, ROOT_MARKER), (file) =>
      fstatSync(file).size > MAX_MARKER_BYTES ? '' : readFileSync(file, 'utf8').trim(),
    );
    return text === '' ? undefined : text;
  } catch (error) {
    if (errnoOf(error) === undefined || errnoOf(error) === 'EIO') throw error;
    return undefined;
  }
}
