/** What stands before every id of a document, so that none is taken for one of the page. */
export const ID_PREFIX = 'document-';

/** The ids of headings as GitHub makes them, so that links written for it arrive; the second of a name gets `-1`. */
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
