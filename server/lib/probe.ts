/** What came of a look. `silent`: nothing yet, after so long. */
export type ProbeResult<Seen> =
  | { readonly kind: 'seen'; readonly seen: Seen; readonly ms: number }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'silent'; readonly ms: number };

/**
 * Looks at something that may never answer, such as a file server that is gone. One look is under way at a time, whoever asks
 * meanwhile waits for that one, and nobody for longer than `patienceMs` after it began. What was seen is told again for `keepMs`.
 */
export class Probe<Seen> {
  readonly #look: () => Promise<Seen>;
  readonly #patienceMs: number;
  readonly #keepMs: number;
  #last: { readonly sight: ProbeResult<Seen>; readonly at: number } | undefined;
  #current: { readonly sight: Promise<ProbeResult<Seen>>; readonly begunAt: number } | undefined;

  constructor(look: () => Promise<Seen>, patienceMs: number, keepMs = 0) {
    this.#look = look;
    this.#patienceMs = patienceMs;
    this.#keepMs = keepMs;
  }

  async look(): Promise<ProbeResult<Seen>> {
    if (this.#last !== undefined && performance.now() - this.#last.at < this.#keepMs) {
      return this.#last.sight;
    }
    const { sight, begunAt } = (this.#current ??= this.#begin());
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<ProbeResult<Seen>>((resolve) => {
      const left = Math.max(0, begunAt + this.#patienceMs - performance.now());
      timer = setTimeout(() => resolve({ kind: 'silent', ms: msSince(begunAt) }), left);
    });
    try {
      return await Promise.race([sight, patience]);
    } finally {
      clearTimeout(timer);
    }
  }

  #begin() {
    const begunAt = performance.now();
    const sight = this.#sightFrom(begunAt).then((seen) => {
      this.#current = undefined;
      if (this.#keepMs > 0) this.#last = { sight: seen, at: performance.now() };
      return seen;
    });
    return { sight, begunAt };
  }

  async #sightFrom(begunAt: number): Promise<ProbeResult<Seen>> {
    try {
      const seen = await this.#look();
      return { kind: 'seen', seen, ms: msSince(begunAt) };
    } catch (error) {
      return { kind: 'failed', error };
    }
  }
}

function msSince(begunAt: number): number {
  return Math.round((performance.now() - begunAt) * 100) / 100;
}
