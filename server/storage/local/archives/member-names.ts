import type { Name } from '../descriptors.ts';
import { nameText } from '../read-folder.ts';
import { safeName } from '../../../archive-formats/safe-name.ts';

/** An entry of a folder, and what it is called in the archive. */
export interface NamedEntry {
  readonly name: Name;
  readonly shown: string;
}

/** Returns the name in an archive. Bytes that are not UTF-8 become replacement characters. */
function shownName(name: Name): string {
  return safeName(nameText(name));
}

/**
 * The names of a folder in the order of their bytes. Where a changed one would be taken for another entry's, it gets
 * a number: no two entries have the same name in an archive.
 */
export function namedApart(names: readonly Name[]): NamedEntry[] {
  const sorted = sortedByBytes(names);
  const changed = (name: Name): boolean => shownName(name) !== name;
  if (!sorted.some(changed)) return sorted.map((name) => ({ name, shown: nameText(name) }));
  const given = new GivenNames(sorted.filter((name) => typeof name === 'string'));
  return sorted.map((name) => {
    const shown = shownName(name);
    return { name, shown: changed(name) ? given.give(shown) : shown };
  });
}

/** Names that are given once each. Linear, however many want the same: somebody may have prepared that. */
export class GivenNames {
  /** The last number that each name was given with. */
  readonly #numbers: Map<string, number>;

  constructor(names: readonly string[] = []) {
    this.#numbers = new Map(names.map((name) => [name, 0]));
  }

  /** `a(1).txt` where `a.txt` is given already, and so on. */
  give(name: string): string {
    let number = this.#numbers.get(name) ?? -1;
    let free: string;
    do {
      number += 1;
      free = number === 0 ? name : numbered(name, number);
    } while (this.#numbers.has(free));
    this.#numbers.set(free, 0).set(name, number);
    return free;
  }
}

function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const cut = dot > name.lastIndexOf('/') + 1 ? dot : name.length;
  return `${name.slice(0, cut)}(${number})${name.slice(cut)}`;
}

function sortedByBytes(names: readonly Name[]): Name[] {
  return [...names].sort(compareBytes);
}

/** Strings compare by their UTF-16 units, which differs from UTF-8 only where surrogates are. */
export function compareBytes(one: Name, other: Name): number {
  if (typeof one !== 'string' || typeof other !== 'string' || SURROGATE.test(one + other)) {
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  }
  return one < other ? -1 : one > other ? 1 : 0;
}
const SURROGATE = /[\ud800-\udfff]/;
