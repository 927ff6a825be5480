/** `bad`: does not work, or lets in whom it should not. `warn`: works, and somebody should look at it. */
export type Verdict = 'ok' | 'warn' | 'bad';

/** One line of the doctor's report. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly about: string;
  readonly verdict: Verdict;
  readonly seen: string;
  /** What to do; not there when all is well. */
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
