import { expect, test } from 'vitest';
import { unusedStylesOf } from './unused-styles.mjs';

const unusedIn = (style, code) =>
  unusedStylesOf(
    new Map([
      ['ui/a/card.module.css', style],
      ['ui/card.tsx', `import card from './a/card.module.css';\n${code}`],
    ]),
  );

test('a class without a use is found, also in a media query and among several', () => {
  const style = '.card, .old:hover { color: red; }\n@media (--narrow) { .gone > svg { top: 0; } }';
  expect(unusedIn(style, 'card.card')).toEqual([
    'ui/a/card.module.css: .old is not used',
    'ui/a/card.module.css: .gone is not used',
  ]);
});

test('only a use of this module counts', () => {
  expect(unusedIn('.head { color: red; }', 'styles.head; card.header;')).toHaveLength(1);
  expect(unusedIn('.head { color: red; }', '`${card.head} wide`')).toEqual([]);
});

test('classes that are computed or of libraries may be any, and numbers are no classes', () => {
  expect(unusedIn('.left { margin: 0.5em; }', 'card[side]')).toEqual([]);
  const style = '/* .old {} */ .card :global(.cm-editor) { background: url(a.svg); }';
  expect(unusedIn(style, 'card.card')).toEqual([]);
});
