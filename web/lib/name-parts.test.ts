import { expect, test } from 'vitest';
import { cutToFit, headAndTail, nameParts } from './name-parts.ts';

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
    'Minutes of the general meeting 2',
    '026-04.docx',
  ]);
  expect(headAndTail('Photos of the summer, all of roll.c')).toEqual([
    'Photos of the summer, all o',
    'f roll.c',
  ]);
  expect(headAndTail('Everything from the old laptop (2026-03-14).tar.gz')).toEqual([
    'Everything from the old laptop (2026-',
    '03-14).tar.gz',
  ]);
  expect(headAndTail('short.txt')).toEqual(['short.txt', '']);
  expect(headAndTail('אסיפה כללית של כל חברי האגודה.pdf')).toEqual([
    'אסיפה כללית של כל חברי ',
    'האגודה.pdf',
  ]);
  expect(headAndTail(`${'会'.repeat(30)}.pdf`)).toEqual(['会'.repeat(27), '会会会.pdf']);
});

test('letters that are joined or have an accent of their own are not separated from their neighbours', () => {
  expect(headAndTail('محضر اجتماع الجمعية العامة.pdf')[1]).toBe('.pdf');
  expect(headAndTail(`${'Re\u0301sume\u0301 '.repeat(4)}cafe\u0301s.txt`)[1]).toBe('s.txt');
});

test('a name that is wider than its room loses its middle', () => {
  const name = 'Backup of the old laptop, everything on it (2026-03-14).tar.gz';
  expect(cutToFit(name, 33)).toEqual(['Backup of the old l…', '03-14).tar.gz']);
  expect(cutToFit(name, 20)).toEqual(['Backup of…', '4).tar.gz']);
  expect(cutToFit(name, name.length)).toEqual([name, '']);
  expect(cutToFit('A very long name without any ending at all', 20)[1]).toBe('');
});

test('a name is cut between characters, of which wide ones count twice', () => {
  const family = '👩‍👩‍👧';
  expect(cutToFit(`${family.repeat(12)}.jpeg`, 60)[0]).toMatch(new RegExp(`^(${family})*…$`));
  expect(cutToFit(`${'会'.repeat(30)}.pdf`, 25)).toEqual([`${'会'.repeat(7)}…`, '会会会.pdf']);
});
