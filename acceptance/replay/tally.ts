/** Counts for each area the exchanges whose expected response is the recorded one, and those with a decision to differ. */
export class Tally {
  readonly #areas = new Map<string, { asRecorded: number; asDecided: number }>();

  add(area: string, hasOwnExpectation: boolean): void {
    const count = this.#areas.get(area) ?? { asRecorded: 0, asDecided: 0 };
    if (hasOwnExpectation) count.asDecided++;
    else count.asRecorded++;
    this.#areas.set(area, count);
  }

  toString(): string {
    const total = { asRecorded: 0, asDecided: 0 };
    const lines = [...this.#areas].map(([area, { asRecorded, asDecided }]) => {
      total.asRecorded += asRecorded;
      total.asDecided += asDecided;
      return `${area.padEnd(16)} ${asRecorded} as recorded, ${asDecided} as decided`;
    });
    const sum = `${'all'.padEnd(16)} ${total.asRecorded} as recorded, ${total.asDecided} as decided`;
    return ['Recorded exchanges', ...lines, sum].join('\n');
  }
}
