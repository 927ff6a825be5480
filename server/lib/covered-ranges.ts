import type { ByteRange } from './byte-ranges.ts';

/** Maximum number of separate ranges. Further ranges count as not received. */
const MAX_RANGES = 64;

/** Records which bytes were received, in any order and with repetitions. */
export class CoveredRanges {
  /** Sorted, without ranges that touch each other. */
  #ranges: ByteRange[] = [];

  add({ start, end }: ByteRange): void {
    if (end < start) return;
    const touching = this.#ranges.filter((each) => each.start <= end + 1 && each.end >= start - 1);
    const apart = this.#ranges.filter((each) => !touching.includes(each));
    const merged = {
      start: Math.min(start, ...touching.map((each) => each.start)),
      end: Math.max(end, ...touching.map((each) => each.end)),
    };
    if (apart.length >= MAX_RANGES) return;
    this.#ranges = [...apart, merged].sort((one, other) => one.start - other.start);
  }

  get bytes(): number {
    return this.#ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  }
}
