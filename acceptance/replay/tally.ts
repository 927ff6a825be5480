interface Counts {
  asRecorded: number;
  asDecided: number;
  /** Number of exchanges that the storage does not make possible. */
  impossible: number;
}

/**
 * Counts for each area the exchanges whose expected response is the recorded one, those with a decision to differ, and those that the storage
 * does not make possible.
 */
export class Tally {
  readonly #storage: string;
  readonly #areas = new Map<string, Counts>();
  readonly #reasons = new Map<string, number>();

  constructor(storage: string) {
    this.#storage = storage;
  }

  /** @param reason Why the storage does not make the exchange possible; undefined if it does */
  add(area: string, hasOwnExpectation: boolean, reason: string | undefined): void {
    const count = this.#areas.get(area) ?? { asRecorded: 0, asDecided: 0, impossible: 0 };
    if (reason !== undefined) {
      count.impossible++;
      this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    } else if (hasOwnExpectation) count.asDecided++;
    else count.asRecorded++;
    this.#areas.set(area, count);
  }

  toString(): string {
    const total = { asRecorded: 0, asDecided: 0, impossible: 0 };
    const lines = [...this.#areas].map(([area, count]) => {
      total.asRecorded += count.asRecorded;
      total.asDecided += count.asDecided;
      total.impossible += count.impossible;
      return describeCounts(area, count);
    });
    const reasons = [...this.#reasons].map(
      ([reason, count]) => `not possible: ${reason}: ${count}`,
    );
    const title = `Recorded exchanges on the storage "${this.#storage}"`;
    return [title, ...lines, describeCounts('all', total), ...reasons].join('\n');
  }
}

function describeCounts(area: string, { asRecorded, asDecided, impossible }: Counts): string {
  const more = impossible === 0 ? '' : `, ${impossible} not possible`;
  return `${area.padEnd(16)} ${asRecorded} as recorded, ${asDecided} as decided${more}`;
}
