import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startI18n } from '../../../../i18n/i18n.ts';
import en from '../../../../i18n/languages/en.json';
import { anEntry } from '../../../../testing/fake-server.ts';
import { TablePage } from './table-page.tsx';

beforeEach(() => startI18n(en));
afterEach(cleanup);

test('the same cell stays active when the first row becomes a header or a row', async () => {
  const user = userEvent.setup();
  const table = { rows: [['name'], ['Anna'], ['Bert']], columnCount: 1, isCut: false };
  render(<TablePage file={anEntry('/people.csv', { type: 'text' })} table={table} />);
  const header = screen.getByRole('checkbox', { name: 'The first row is a header' });
  screen.getByRole('grid').focus();
  await user.keyboard('{Control>}{End}{/Control}');
  expect(screen.getByText('Row 2, name').nextSibling?.textContent).toBe('Bert');

  await user.click(header);
  expect(screen.getByText('Row 3, A').nextSibling?.textContent).toBe('Bert');
  await user.click(header);
  expect(screen.getByText('Row 2, name').nextSibling?.textContent).toBe('Bert');
});
