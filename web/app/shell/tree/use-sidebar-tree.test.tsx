import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { session } from '../../../state/session.ts';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../../testing/fake-server.ts';
import { rememberTree } from './tree-memory.ts';
import { useSidebarTree } from './use-sidebar-tree.ts';

beforeEach(() => {
  sessionStorage.clear();
  session.setState({ user: aTokenUser() });
});
afterEach(() => {
  cleanup();
  session.setState({ user: undefined });
});

test('the more folders are expanded, the less often each is read again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const paths = Array.from({ length: 59 }, (_, index) => `/folder ${index}`);
  const server = fakeServer().folder(
    aFolder(
      '/',
      paths.map((path) => anEntry(path, { isDir: true })),
    ),
  );
  for (const path of paths) server.folder(aFolder(`${path}/`));
  rememberTree({ expanded: ['', ...paths] });
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useSidebarTree(undefined), { wrapper });
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
  await pass(1);
  expect(result.current.rows.filter(({ state }) => state === 'empty')).toHaveLength(59);
  expect(server.calls).toHaveLength(60);

  await pass(80);
  expect(server.calls).toHaveLength(60);
  await pass(20);
  expect(server.calls).toHaveLength(120);
});
