import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startI18n } from '../../../i18n/i18n.ts';
import en from '../../../i18n/languages/en.json';
import { GoToLineDialog } from './go-to-line-dialog.tsx';

beforeEach(() => startI18n(en));
afterEach(cleanup);

test.each([
  ['12', 12],
  ['1x2', 12],
  ['۱۲', 12],
])('%j leads to line %i', async (typed, line) => {
  const lines: number[] = [];
  const user = userEvent.setup();
  const go = (wanted: number) => void lines.push(wanted);
  render(
    <GoToLineDialog dialog={{ kind: 'go-to-line', current: 1, last: 50, go }} onClose={() => {}} />,
  );
  const field = screen.getByRole('textbox');
  await user.clear(field);
  await user.type(field, `${typed}{Enter}`);
  expect(lines).toEqual([line]);
});
