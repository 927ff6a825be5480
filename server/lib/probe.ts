/** Result of a probe. `silent`: no answer in time. */
export type ProbeResult<Seen> =
  | { readonly kind: 'seen'; readonly seen: Seen; readonly ms: number }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'silent'; readonly ms: number };

/**
 * Runs a check that may never answer, for instance of a file server that is down. One check runs at a time and all callers share
 * it. None waits longer than `timeoutMs` after the check began. A result is reused for `keepMs`.
 */
export class Probe<Seen> {
  readonly #check: () => Promise<Seen>;
  readonly #timeoutMs: number;
  readonly #keepMs: number;
  #last: { readonly result: ProbeResult<Seen>; readonly at: number } | undefined;
  #current: { readonly result: Promise<ProbeResult<Seen>>; readonly begunAt: number } | undefined;

  constructor(check: () => Promise<Seen>, timeoutMs: number, keepMs = 0) {
    this.#check = check;
    this.#timeoutMs = timeoutMs;
    this.#keepMs = keepMs;
  }

  async check(): Promise<ProbeResult<Seen>> {
    if (this.#last !== undefined && performance.now() - this.#last.at < this.#keepMs) {
      return this.#last.result;
    }
    const { result, begunAt } = (this.#current ??= this.#begin());
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<ProbeResult<Seen>>((resolve) => {
      const left = Math.max(0, begunAt + this.#timeoutMs - performance.now());
      timer = setTimeout(() => resolve({ kind: 'silent', ms: msSince(begunAt) }), left);
    });
    try {
      return await Promise.race([result, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  #begin() {
    const begunAt = performance.now();
    const result = this.#resultFrom(begunAt).then((ended) => {
      this.#current = undefined;
      if (this.#keepMs > 0) this.#last = { result: ended, at: performance.now() };
      return ended;
    });
    return { result, begunAt };
  }

  async #resultFrom(begunAt: number): Promise<ProbeResult<Seen>> {
    try {
      const seen = await this.#check();
      return { kind: 'seen', seen, ms: msSince(begunAt) };
    } catch (error) {
      return { kind: 'failed', error };
    }
  }
}

function msSince(begunAt: number): number {
  return Math.round((performance.now() - begunAt) * 100) / 100;
}
