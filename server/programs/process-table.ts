import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** With the number it names a process for good: numbers are given again. Ticks since the machine started. */
  readonly startedAt: string;
  /** It has ended, and nobody has asked after it yet. */
  readonly isDead: boolean;
}

/** Every process that has a number. */
export function readProcessTable(): ProcessEntry[] {
  return numbersInUse()
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((entry) => entry !== undefined);
}

/** None when we have no descriptor left to look with: that is no reason to go down. */
function numbersInUse(): string[] {
  try {
    return readdirSync('/proc');
  } catch {
    return [];
  }
}

/** Undefined when it is gone. */
export function readProcess(pid: number): ProcessEntry | undefined {
  const line = readLine(`/proc/${pid}/stat`);
  if (line === undefined) return undefined;
  // The name stands in parentheses and may hold any of them: what counts begins behind the last one, with the state.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    startedAt: fields[19] ?? '',
    isDead: fields[0] === 'Z' || fields[0] === 'X',
  };
}

/** Longer than any of these lines. Reading into what is there already takes a third of the time. */
const LINE = Buffer.alloc(4_096);

function readLine(path: string): string | undefined {
  try {
    const fd = openSync(path, 'r');
    try {
      return LINE.toString('latin1', 0, readSync(fd, LINE));
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}
