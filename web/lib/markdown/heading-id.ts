/** Prefix of the ids in a document, which separates them from ids of the page. */
export const ID_PREFIX = 'document-';

/** Returns a function that creates ids of headings as GitHub does; duplicates get a suffix such as `-1`. */
export function headingIds(): (heading: string) => string {
  const taken = new Map<string, number>();
  return (heading) => {
    const slug = slugOf(heading);
    const count = taken.get(slug) ?? 0;
    taken.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}

function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
