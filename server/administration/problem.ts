import type { Refusal, RefusalCode } from '#contract/refusals.ts';

/** Reason why a value cannot be stored. */
export interface Problem {
  /** English text for logs, terminals and clients of File Browser 2. */
  readonly reason: string;
  /** Code for the page, which translates it; undefined for values that the page never sends. */
  readonly refusal?: Refusal | undefined;
}

export function problemWith(reason: string, code: RefusalCode, about?: Refusal['about']): Problem {
  return { reason, refusal: { code, about } };
}
