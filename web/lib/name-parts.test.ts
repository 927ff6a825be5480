import { expect, test } from 'vitest';
import { headAndTail, nameParts } from './name-parts.ts';

const shown = (name: string) =>
  nameParts(name)
    .map(({ kind, text }) => (kind === 'sign' ? `[${text}]` : text))
    .join('');

test('an ordinary name is one part in any script', () => {
  expect(nameParts('каша 😀.txt')).toEqual([{ kind: 'text', text: 'каша 😀.txt' }]);
});

test('line breaks and controls are shown as symbols', () => {
  expect(shown('new\nline\t\u0001\u007f')).toBe('new[␊]line[␉][␁][␡]');
  expect(shown('\u0085')).toBe('[0085]');
});

test('direction marks cannot hide the extension', () => {
  expect(shown('photo\u202egpj.exe')).toBe('photo[RLO]gpj.exe');
});

test('joiners stay, because emoji and Persian words need them', () => {
  expect(shown('👩‍👩‍👧 می‌خواهم')).toBe('👩‍👩‍👧 می‌خواهم');
});

test('a long name keeps its end and extension visible', () => {
  expect(headAndTail('Minutes of the general meeting 2026-04.docx')).toEqual([
    'Minutes of the general meeting ',
    '2026-04.docx',
  ]);
  expect(headAndTail('Photos of the summer, all of roll.c')).toEqual([
    'Photos of the summer, all ',
    'of roll.c',
  ]);
  expect(headAndTail('short.txt')).toEqual(['short.txt', '']);
  expect(headAndTail('אסיפה כללית של כל חברי האגודה.pdf')).toEqual([
    'אסיפה כללית של כל חברי האגודה',
    '.pdf',
  ]);
});
