interface Count {
  replayed: number;
  ours: number;
  readonly pending: Map<string, number>;
}

/** How many exchanges of each area were replayed, and why the others were not. */
export class Tally {
  readonly #areas = new Map<string, Count>();

  replayed(area: string, isOurs: boolean): void {
    const count = this.#of(area);
    if (isOurs) count.ours++;
    else count.replayed++;
  }

  pending(area: string, reason: string): void {
    const { pending } = this.#of(area);
    pending.set(reason, (pending.get(reason) ?? 0) + 1);
  }

  toString(): string {
    const lines = [...this.#areas].map(([area, { replayed, ours, pending }]) => {
      const reasons = [...pending].map(([reason, count]) => `${count} (${reason})`).join(', ');
      return `${area.padEnd(16)} ${replayed} as recorded, ${ours} as decided, pending ${reasons || 'none'}`;
    });
    return ['Recorded exchanges', ...lines, this.#sum()].join('\n');
  }

  #sum(): string {
    const counts = [...this.#areas.values()];
    const total = (value: (count: Count) => number) =>
      counts.reduce((sum, count) => sum + value(count), 0);
    const left = total(({ pending }) =>
      [...pending.values()].reduce((sum, count) => sum + count, 0),
    );
    return `${total((count) => count.replayed)} as recorded, ${total((count) => count.ours)} as decided, ${left} pending`;
  }

  #of(area: string): Count {
    const known = this.#areas.get(area) ?? {
      replayed: 0,
      ours: 0,
      pending: new Map<string, number>(),
    };
    this.#areas.set(area, known);
    return known;
  }
}
