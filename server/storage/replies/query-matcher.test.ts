import { parseSearchQuery } from '#contract/search-query.ts';
import { expect, it } from 'vitest';
import { nameMatcher } from './query-matcher.ts';

it.each<[string, string[], string[]]>([
  ['', ['anything', '.env'], []],
  ['annual report', ['Report, ANNUAL.pdf'], ['annual.pdf', 'report.pdf']],
  ['"annual report"', ['My Annual Report'], ['Report, annual']],
  ['strasse', ['Große STRAßE.txt'], []],
  ['café', ['CAFE.txt', 'cafe\u0301'], ['caf']],
  ['type:image', ['a.PNG', 'b.heic'], ['a.mp3', 'image', 'png']],
  ['type:music', ['a.flac'], ['a.mp4']],
  ['type:audio type:video', ['a.flac', 'a.mp4'], ['a.png']],
  ['type:video summer', ['Summer 2020.mkv'], ['summer.txt', 'winter.mkv']],
  ['type:txt', ['a.txt', '.txt'], ['a.TXT', 'txt', 'a.txt.gz']],
  ['type:pdf', ['a.pdf'], ['a.PDF']],
  ['case:sensitive PIC', ['PICTURE'], ['Picture', 'pic']],
  ['case:sensitive É', ['E\u0301t\u00e9'], ['été', 'Ete']],
  ['.*', ['a.*b'], ['anything']],
  ['\u200d', ['anything'], []],
])('%j', (query, matching, others) => {
  const matches = nameMatcher(parseSearchQuery(query));
  expect(matching.filter((name) => !matches(name))).toEqual([]);
  expect(others.filter(matches)).toEqual([]);
});
