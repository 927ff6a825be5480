import { openSync, readdirSync, readFileSync } from 'node:fs';

/** O_CLOEXEC: the descriptor is closed when another program is started. */
const CLOSED_ON_START = 0o2000000;

export interface Inheritance {
  /** Descriptors that the parent of the server left open, and that every program would inherit. */
  readonly descriptors: readonly number[];
  /** Descriptor of `/dev/null`, which replaces them. */
  readonly devNull: number;
}

let inheritance: Inheritance | undefined;

/**
 * Returns the descriptors that the server was started with. Programs would inherit them, and an open folder among them would be a
 * way out of the sandbox. Descriptors that the server opens itself are not inherited. Determined once.
 */
export function inheritedDescriptors(): Inheritance {
  inheritance ??= { descriptors: leftOpen(), devNull: openSync('/dev/null', 'r+') };
  return inheritance;
}

function leftOpen(): number[] {
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd > 2 && isInherited(fd));
}

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1];
    return (Number.parseInt(flags ?? '0', 8) & CLOSED_ON_START) === 0;
  } catch {
    // The descriptor of the listing itself has been closed.
    return false;
  }
}
