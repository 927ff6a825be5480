import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { indentationOf } from './indentation.ts';

test.each([
  ['nothing to go by', 'a\nb', '  '],
  ['two spaces', 'a\n  b\n    c', '  '],
  ['four spaces', 'a\n\n    b', '    '],
  ['a tab', 'a\n\tb', '\t'],
  ['a comment that is set in by one', '/*\n * a\n */\nb\n    c', '    '],
])('with %s, new lines are indented alike', (_, text, step) => {
  expect(indentationOf(Text.of(text.split('\n')))).toBe(step);
});
