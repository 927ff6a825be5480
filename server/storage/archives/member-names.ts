import { type Name, nameText } from '../raw-name.ts';
import { safeName } from '../../archive-formats/safe-name.ts';

/** The name of an entry on disk, and in the archive. */
export interface NamedEntry {
  readonly name: Name;
  readonly shown: string;
}

/**
 * Returns the entries of a folder in the order of their bytes. A name that would become the same as that of another
 * entry gets a number, so that names in an archive are unique.
 */
export function withUniqueNames(names: readonly Name[]): NamedEntry[] {
  const sorted = sortedByBytes(names);
  const changed = (name: Name): boolean => shownName(name) !== name;
  if (!sorted.some(changed)) return sorted.map((name) => ({ name, shown: nameText(name) }));
  const uniqueNames = new UniqueNames(sorted.filter((name) => typeof name === 'string'));
  return sorted.map((name) => {
    const shown = shownName(name);
    return { name, shown: changed(name) ? uniqueNames.assign(shown) : shown };
  });
}

/** Returns the name that an entry would have in an archive by itself. Bytes that are not UTF-8 become replacement characters. */
function shownName(name: Name): string {
  return safeName(nameText(name));
}

/** Assigns unique names, in linear time even if many are the same, which an attacker may have prepared. */
export class UniqueNames {
  /** The last number that was used for each name. */
  readonly #numbers: Map<string, number>;

  constructor(names: readonly string[] = []) {
    this.#numbers = new Map(names.map((name) => [name, 0]));
  }

  /** Returns `a(1).txt` if `a.txt` has been assigned already, and so on. */
  assign(name: string): string {
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

/** Compares names by their bytes. Texts are compared by UTF-16 units, which is faster and gives the same order unless there are surrogates. */
export function compareBytes(one: Name, other: Name): number {
  if (typeof one !== 'string' || typeof other !== 'string' || SURROGATE.test(one + other)) {
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  }
  return one < other ? -1 : one > other ? 1 : 0;
}
const SURROGATE = /[\ud800-\udfff]/;
