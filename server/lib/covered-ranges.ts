import type { ByteRange } from './byte-ranges.ts';

/** So many gaps are kept apart; where there would be more, a part is taken for one that has not come. */
const MOST_APART = 64;

/** Which bytes of something have come, however often and in whatever order they came. */
export class CoveredRanges {
  /** In their order, none touching the next. */
  #ranges: ByteRange[] = [];

  add({ start, end }: ByteRange): void {
    if (end < start) return;
    const touching = this.#ranges.filter((each) => each.start <= end + 1 && each.end >= start - 1);
    const apart = this.#ranges.filter((each) => !touching.includes(each));
    const merged = {
      start: Math.min(start, ...touching.map((each) => each.start)),
      end: Math.max(end, ...touching.map((each) => each.end)),
    };
    if (apart.length >= MOST_APART) return;
    this.#ranges = [...apart, merged].sort((one, other) => one.start - other.start);
  }

  get bytes(): number {
    return this.#ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  }
}
