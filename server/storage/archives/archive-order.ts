import { compareBytes } from './member-names.ts';

/** Removes duplicates, and returns the paths in the order of a walk, each with whether it is below another one. */
export function inArchiveOrder(
  ways: readonly string[],
): { readonly way: string; readonly isNested: boolean }[] {
  let outer: string | undefined;
  return [...new Set(ways)]
    .map(toKey)
    .sort(compareBytes)
    .map((key) => {
      const isNested = outer !== undefined && key.startsWith(`${outer}\0`);
      if (!isNested) outer = key;
      return { way: key.replaceAll('\0', '/'), isNested };
    });
}

/** NUL is in no name and comes before all other characters, so the contents of a folder directly follow it. */
function toKey(way: string): string {
  return way.replaceAll('/', '\0');
}
