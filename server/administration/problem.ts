import type { Refusal, RefusalCode } from '#contract/refusals.ts';

/** Why something cannot be stored: in English for logs, terminals and old clients, and for pages that say it themselves. */
export interface Problem {
  readonly reason: string;
  /** Undefined for what no page sends. */
  readonly refusal?: Refusal | undefined;
}

export function problemWith(reason: string, code: RefusalCode, about?: Refusal['about']): Problem {
  return { reason, refusal: { code, about } };
}
