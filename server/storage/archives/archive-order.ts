import { compareBytes } from './member-names.ts';

/** Removes duplicates, and returns the paths in the order of a walk, each with whether it is below another one. */
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

/** NUL is in no name and comes before all other characters, so the contents of a folder directly follow it. */
function toKey(relativePath: string): string {
  return relativePath.replaceAll('/', '\0');
}
