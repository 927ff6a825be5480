import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { parseSearchQuery, type SearchQuery } from './search-query.ts';

function query(parts: Partial<SearchQuery>): SearchQuery {
  return { terms: [], types: [], caseSensitive: false, ...parts };
}

it.each<[string, Partial<SearchQuery>]>([
  ['', {}],
  ['   ', {}],
  ['report', { terms: ['report'] }],
  ['  annual   report ', { terms: ['annual', 'report'] }],
  ['report report', { terms: ['report'] }],
  ['"annual report"', { terms: ['annual report'] }],
  ['"annual report" 2024 "v 2"', { terms: ['annual report', '2024', 'v 2'] }],
  ['"quote"\'"', { terms: ['quote"\''] }],
  ['""', {}],
  ['"', { terms: ['"'] }],
  ['3.5" disk', { terms: ['3.5"', 'disk'] }],
  ['"unended phrase', { terms: ['"unended', 'phrase'] }],
  ['type:image', { types: ['image'] }],
  ['type:image type:audio beach', { types: ['image', 'audio'], terms: ['beach'] }],
  ['type:', { terms: ['type:'] }],
  ['"type:image"', { terms: ['type:image'] }],
  ['case:sensitive PIC', { caseSensitive: true, terms: ['PIC'] }],
  ['PIC case:insensitive', { terms: ['PIC'] }],
  ['case:sensitive type:txt', { caseSensitive: true, types: ['txt'] }],
  ['.*[a-z](', { terms: ['.*[a-z]('] }],
])('%j is understood', (text, expected) => {
  expect(parseSearchQuery(text)).toEqual(query(expected));
});

test('every text is understood, and no term of it is empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(parseSearchQuery(text).terms).not.toContain('');
    }),
  );
});
