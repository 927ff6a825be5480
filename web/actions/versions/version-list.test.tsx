import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startI18n } from '../../i18n/i18n.ts';
import en from '../../i18n/languages/en.json';
import { anEntry, aTokenUser } from '../../testing/fake-server.ts';
import { session } from '../../state/session.ts';
import { VersionList } from './version-list.tsx';

beforeEach(() => startI18n(en));
afterEach(cleanup);

test('the menus of versions are told apart by their names', () => {
  session.setState({ user: aTokenUser() });
  const versions = [10, 11].map((day) => ({
    id: day,
    modifiedAt: new Date(2025, 2, day, 15, 4).getTime(),
    replacedAt: 0,
    expiresAt: 0,
    replacedBy: '',
    size: 5,
  }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <VersionList entry={anEntry('/plan.txt', { type: 'text' })} versions={versions} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('button', { name: /^Actions for .*10.*2025/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Actions for .*11.*2025/ })).toBeTruthy();
});
