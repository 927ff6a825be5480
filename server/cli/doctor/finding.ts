/** `bad`: does not work, or gives access to the wrong people. `warn`: works, but the operator should check it. */
export type Verdict = 'ok' | 'warn' | 'bad';

/** One line of the doctor's report. */
export interface Finding {
  /** The examined subject, in a word or two. */
  readonly about: string;
  readonly verdict: Verdict;
  readonly seen: string;
  /** Advice for the operator; undefined for `ok`. */
  readonly advice?: string;
}

export function ok(about: string, seen: string): Finding {
  return { about, verdict: 'ok', seen };
}

export function warn(about: string, seen: string, advice: string): Finding {
  return { about, verdict: 'warn', seen, advice };
}

export function bad(about: string, seen: string, advice: string): Finding {
  return { about, verdict: 'bad', seen, advice };
}

const MAX_SHOWN = 5;

/** Lists names: `ann, ben and 3 more`. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_SHOWN).join(', ');
  return names.length <= MAX_SHOWN ? shown : `${shown} and ${names.length - MAX_SHOWN} more`;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Formats a size: `1536` → `1.5 KiB`. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_024 && unit < UNITS.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}
