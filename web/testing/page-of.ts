import { LINK_HEADER, linkToNext, TOTAL_HEADER } from '#contract/pages.ts';
import type { FakeCall, FakeReply } from './fake-server.ts';

/** Returns the requested page of a list. `contains` implements the search; the order is that of `items`. */
export function pageOf<Item>(
  items: readonly Item[],
  { url }: FakeCall,
  contains: (item: Item, text: string) => boolean,
): FakeReply {
  const query = new URLSearchParams(url.split('?')[1]);
  const search = query.get('search') ?? '';
  const begin = Number(query.get('after') ?? 0);
  const end = begin + Number(query.get('limit'));
  const found = items.filter((item) => contains(item, search));
  const next = linkToNext({ search, after: String(end) });
  return {
    json: found.slice(begin, end),
    headers: {
      [TOTAL_HEADER]: String(items.length),
      ...(end < found.length && { [LINK_HEADER]: next }),
    },
  };
}
