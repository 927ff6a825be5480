import { indentLess, indentMore } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import type { Extension, Text } from '@codemirror/state';
import type { Command, KeyBinding } from '@codemirror/view';

const TAB = '\t';
const DEFAULT_UNIT = '  ';
/** Number of lines, from the first one, that decide. */
const MAX_LINES = 400;
/** Maximum number of spaces of one step. */
const MAX_WIDTH = 8;

/** Returns the indentation unit of a text: the step of its first indented lines. */
export function indentationOf(doc: Text): string {
  const last = Math.min(doc.lines, MAX_LINES);
  let widthBefore = 0;
  for (let number = 1; number <= last; number += 1) {
    const line = doc.line(number);
    const white = /^[\t ]*/.exec(line.text.slice(0, MAX_WIDTH * MAX_WIDTH))?.[0] ?? '';
    if (white.length === line.length) continue;
    if (white.startsWith(TAB)) return TAB;
    const step = white.length - widthBefore;
    if (step > 1 && step <= MAX_WIDTH) return ' '.repeat(step);
    widthBefore = white.length;
  }
  return DEFAULT_UNIT;
}

/** Extension that sets the indentation unit of a text, such as a tab or two spaces. */
export function indentsWith(step: string): Extension {
  return indentUnit.of(step);
}

/** Indents the selected lines, or inserts one step at the cursor. */
const indent: Command = (view) => {
  const { state } = view;
  if (state.readOnly) return false;
  if (state.selection.ranges.some(({ empty }) => !empty)) return indentMore(view);
  const step = state.facet(indentUnit);
  view.dispatch(state.replaceSelection(step), { scrollIntoView: true, userEvent: 'input' });
  return true;
};

export const INDENT_KEYS: readonly KeyBinding[] = [{ key: 'Tab', run: indent, shift: indentLess }];
