import { fstatSync } from 'node:fs';
import { onBroadcast } from '../../lib/broadcast.ts';

/** A mount point whose file system does not answer: the identity of its parent folder, and its name there. */
export interface SilentMount {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly name: string;
}

/** Mounts that this thread must not touch, because a system call on one of them would hang. Nearly always empty. */
let silent: readonly SilentMount[] = [];

// `MountWatch` sends the only broadcasts: the complete list of silent mounts.
onBroadcast((value) => {
  silent = value as readonly SilentMount[];
});

/** Sets the silent mounts of the main thread, which receives no broadcasts. */
export function noteSilentMounts(mounts: readonly SilentMount[]): void {
  silent = mounts;
}

/** The error that a system call on a silent mount gets instead of hanging. */
export class SilentMountError extends Error {
  readonly code = 'ETIMEDOUT';
  readonly syscall = 'open';

  constructor() {
    super('ETIMEDOUT: the file system does not answer');
  }
}

/** Throws SilentMountError if `name` in the folder `fd` is a silent mount. */
export function refuseSilentMount(fd: number, name: string | Buffer): void {
  if (silent.length === 0) return;
  const text = name.toString();
  const candidates = silent.filter((mount) => mount.name === text);
  if (candidates.length === 0) return;
  const { dev, ino } = fstatSync(fd, { bigint: true });
  if (!candidates.some((mount) => mount.dev === dev && mount.ino === ino)) return;
  throw new SilentMountError();
}
