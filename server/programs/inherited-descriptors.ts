import { openSync, readdirSync, readFileSync } from 'node:fs';

const CLOSED_ON_START = 0o2000000;

export interface Inheritance {
  /** Descriptors that whoever started the server has left open, and that every program would find open again. */
  readonly descriptors: readonly number[];
  /** `/dev/null`, to be put in their place. */
  readonly nothing: number;
}

let inheritance: Inheritance | undefined;

/**
 * What the server opens itself, programs do not get; what it was started with, they would: a folder among that would be a way out
 * of the sandbox. Found out once, since it does not become more.
 */
export function inheritedDescriptors(): Inheritance {
  inheritance ??= { descriptors: leftOpen(), nothing: openSync('/dev/null', 'r+') };
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
    // It was the one by which they were listed.
    return false;
  }
}
