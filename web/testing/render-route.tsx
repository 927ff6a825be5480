import type { TokenUser } from '#contract/session.ts';
import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeAll } from 'vitest';
import { setToken } from '../api/session-token.ts';
import { App } from '../app/app.tsx';
import { createQueryClient } from '../app/query-client.ts';
import { routes } from '../app/router.tsx';
import { forgetSessionStart } from '../app/session-start.ts';
import { loadSelectionBar } from '../features/listing/lazy-selection-bar.tsx';
import { loadTileRow } from '../features/listing/lazy-tile-row.tsx';
import { loadRubberBand } from '../features/listing/use-rubber-band.ts';
import en from '../i18n/languages/en.json';
import { startI18n } from '../i18n/i18n.ts';
import { dialogs } from '../state/dialogs.ts';
import { startSession } from '../state/session.ts';
import { toasts } from '../state/toasts.ts';
import { forgetAnnouncements } from '../ui/live-region.tsx';
import { aToken } from './fake-server.ts';

let stopSession = () => {};

// The page loads them ahead, before a user can select anything.
beforeAll(() => Promise.all([loadSelectionBar(), loadTileRow(), loadRubberBand()]));

afterEach(() => {
  cleanup();
  stopSession();
  forgetAnnouncements();
  dialogs.getState().closeAll();
  const { shown, dismiss, resume } = toasts.getState();
  for (const { id } of shown) dismiss(id);
  resume();
  setToken(undefined);
  localStorage.clear();
});

/**
 * Renders the whole page at an address, with the fake server that the test has created before. With `user`, the browser has a
 * session from an earlier visit.
 */
export function renderRoute(address: string, { user }: { user?: TokenUser } = {}) {
  if (user) localStorage.setItem('jwt', aToken(user));
  startI18n(en);
  forgetSessionStart();
  stopSession = startSession();
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const queries = createQueryClient();
  render(<App router={router} queries={queries} />);
  return {
    user: userEvent.setup(),
    /** Returns the current path and query of the router. */
    address: () => router.state.location.pathname + router.state.location.search,
    /** Reloads all data that is shown. */
    refresh: () => queries.invalidateQueries(),
    go: (to: string) => router.navigate(to),
  };
}
