import { expect, test } from 'vitest';
import { LANGUAGE_NAMES, languageOf } from './languages.ts';

test.each([
  ['a.ts', '', 'TypeScript'],
  ['Dockerfile', '', 'Dockerfile'],
  ['nginx.conf', '', 'Nginx'],
  ['my.conf', '', 'Properties files'],
  ['.env', '', 'Properties files'],
  ['drawing.SVG', '', 'XML'],
  ['run', '#!/usr/bin/env python3', 'Python'],
  ['run', '#!/bin/bash -e', 'Shell'],
  ['notes.txt', '', undefined],
  ['run', 'just words', undefined],
])('%s that begins with %j is %s', (name, firstLine, language) => {
  expect(languageOf(name, firstLine)).toBe(language);
});

test('every detected language can be selected', () => {
  for (const name of ['Shell', 'Python', 'Ruby', 'Lua', 'Perl', 'PHP', 'Properties files']) {
    expect(LANGUAGE_NAMES).toContain(name);
  }
});
