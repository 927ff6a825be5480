import { closeSync } from 'node:fs';
import { AppError } from '../../../errors.ts';
import { type Name, openFolderAt, openParentOf, statOf } from '../descriptors.ts';
import { identityOf } from '../entry-stat.ts';
import { closeQuietly } from '../read-file.ts';

/** So many folders of a way down stay open; those above are closed, and opened again on the way up. */
const MOST_OPEN = 32;

interface Level {
  /** Undefined while the folder is closed; then the identity tells whether what is opened is the same again. */
  fd: number | undefined;
  identity: string | undefined;
}

/**
 * A way down into a tree and up again, however deep. Each folder is opened in the one above it, without following
 * links, so that what happens to names meanwhile can lead nowhere else.
 */
export class Descent {
  readonly #levels: Level[];

  /** Takes the descriptor of the folder it starts in over. */
  constructor(fd: number) {
    this.#levels = [{ fd, identity: undefined }];
  }

  /** How many folders it is below the start. */
  get depth(): number {
    return this.#levels.length - 1;
  }

  /** The folder it is in; good for walking on, not for reading. */
  get fd(): number {
    const fd = this.#levels.at(-1)?.fd;
    if (fd === undefined) throw new Error('a walk has gone on after its end');
    return fd;
  }

  /** Goes into a folder of this one. Throws as the file system does, ENOTDIR for a link, and then stays. */
  enter(name: Name): void {
    this.#levels.push({ fd: openFolderAt(this.fd, name, false), identity: undefined });
    const above = this.#levels.at(-1 - MOST_OPEN);
    if (above?.fd !== undefined) closeLevel(above, above.fd);
  }

  /** Goes back to the folder that this one was entered from. */
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

/** The folder above one that has been moved is another one: nothing may be done there. */
function reopenParent(fd: number, identity: string | undefined): number {
  const parent = openParentOf(fd);
  if (identityOf(statOf(parent)) === identity) return parent;
  closeSync(parent);
  throw new AppError('not-found', 'a folder was moved away while it was being walked through');
}
