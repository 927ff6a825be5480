import { fstatSync } from 'node:fs';
import { onBroadcast } from '../../lib/broadcast.ts';

/** A mount point whose file system does not answer: the folder that holds it, and its name there. */
export interface SilentMount {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly name: string;
}

/** What this thread must not touch: a system call on one of them would hang. Empty nearly always. */
let silent: readonly SilentMount[] = [];

// The watch on mounts publishes exactly this.
onBroadcast((value) => {
  silent = value as readonly SilentMount[];
});

/** Sets it for the main thread, which gets no notices. */
export function noteSilentMounts(mounts: readonly SilentMount[]): void {
  silent = mounts;
}

/** What a system call would fail with, if it did not hang. */
export class SilentMountError extends Error {
  readonly code = 'ETIMEDOUT';
  readonly syscall = 'open';

  constructor() {
    super('ETIMEDOUT: the file system does not answer');
  }
}

/** Throws SilentMountError instead of hanging, where `name` in the folder `fd` is a silent mount. */
export function refuseSilentMount(fd: number, name: string | Buffer): void {
  if (silent.length === 0) return;
  const text = name.toString();
  const candidates = silent.filter((mount) => mount.name === text);
  if (candidates.length === 0) return;
  const { dev, ino } = fstatSync(fd, { bigint: true });
  if (!candidates.some((mount) => mount.dev === dev && mount.ino === ino)) return;
  throw new SilentMountError();
}
