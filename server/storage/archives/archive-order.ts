import { compareBytes } from './member-names.ts';

/** Returns the paths without duplicates, in the order of a walk. `isNested` is true for a path below another one, which already includes it. */
export function inArchiveOrder(
  relativePaths: readonly string[],
): { readonly relativePath: string; readonly isNested: boolean }[] {
  let outer: string | undefined;
  return [...new Set(relativePaths)]
    .map(toKey)
    .sort(compareBytes)
    .map((key) => {
      const isNested = outer !== undefined && key.startsWith(`${outer}\0`);
      if (!isNested) outer = key;
      return { relativePath: key.replaceAll('\0', '/'), isNested };
    });
}

/** Replaces slashes by NUL. It is in no name and sorts before all other characters, so the contents of a folder directly follow it. */
function toKey(relativePath: string): string {
  return relativePath.replaceAll('/', '\0');
}
