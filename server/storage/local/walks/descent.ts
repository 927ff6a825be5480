import { closeSync } from 'node:fs';
import { AppError } from '../../../errors.ts';
import type { Name } from '../../raw-name.ts';
import { openFolderAt, openParentOf, statOf } from '../descriptors.ts';
import { identityOf } from '../entry-stat.ts';
import { closeQuietly } from '../read-file.ts';

/** Maximum number of open folders. Those above are closed, and opened again on the way up. */
const MAX_OPEN = 32;

interface Level {
  /** Undefined while the folder is closed. Then the identity shows whether the opened folder is the same again. */
  fd: number | undefined;
  identity: string | undefined;
}

/**
 * Walks down into a tree and up again, at any depth. Opens each folder in the one above, without following symlinks,
 * so that changes of names cannot lead anywhere else.
 */
export class Descent {
  readonly #levels: Level[];

  /** Closes `fd`, the folder in which it starts, at its end. */
  constructor(fd: number) {
    this.#levels = [{ fd, identity: undefined }];
  }

  /** Number of folders below the start. */
  get depth(): number {
    return this.#levels.length - 1;
  }

  /** Descriptor of the current folder, for looking up names, not for reading. */
  get fd(): number {
    const fd = this.#levels.at(-1)?.fd;
    if (fd === undefined) throw new Error('a walk has gone on after its end');
    return fd;
  }

  /** Enters a folder in this one. Throws errors of the file system, ENOTDIR for a symlink, and then stays. */
  enter(name: Name): void {
    this.#levels.push({ fd: openFolderAt(this.fd, name, false), identity: undefined });
    const above = this.#levels.at(-1 - MAX_OPEN);
    if (above?.fd !== undefined) closeLevel(above, above.fd);
  }

  /** Returns to the folder above. */
  leave(): void {
    const left = this.fd;
    this.#levels.pop();
    try {
      const here = this.#levels.at(-1);
      if (here && here.fd === undefined) here.fd = reopenParent(left, here.identity);
    } finally {
      closeSync(left);
    }
  }

  close(): void {
    for (const { fd } of this.#levels) if (fd !== undefined) closeQuietly(fd);
    this.#levels.length = 0;
  }
}

function closeLevel(level: Level, fd: number): void {
  level.identity = identityOf(statOf(fd));
  level.fd = undefined;
  closeSync(fd);
}

/** Fails if the folder was moved, because then its parent is a different one. */
function reopenParent(fd: number, identity: string | undefined): number {
  const parent = openParentOf(fd);
  if (identityOf(statOf(parent)) === identity) return parent;
  closeSync(parent);
  throw new AppError('not-found', 'a folder was moved away while it was being walked through');
}
