/** What came of a look. `silent`: nothing yet, after so long. */
export type Sight<Seen> =
  | { readonly kind: 'seen'; readonly seen: Seen; readonly ms: number }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'silent'; readonly ms: number };

/**
 * Looks at something that may never answer, such as a file server that is gone. One look is under way at a time, whoever asks
 * meanwhile waits for that one, and nobody for longer than `patienceMs` after it began.
 */
export class Probe<Seen> {
  readonly #look: () => Promise<Seen>;
  readonly #patienceMs: number;
  #current: { readonly sight: Promise<Sight<Seen>>; readonly begunAt: number } | undefined;

  constructor(look: () => Promise<Seen>, patienceMs: number) {
    this.#look = look;
    this.#patienceMs = patienceMs;
  }

  async look(): Promise<Sight<Seen>> {
    const { sight, begunAt } = (this.#current ??= this.#begin());
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<Sight<Seen>>((resolve) => {
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
    const sight = this.#sightFrom(begunAt).finally(() => {
      this.#current = undefined;
    });
    return { sight, begunAt };
  }

  async #sightFrom(begunAt: number): Promise<Sight<Seen>> {
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
