import {
  createBrowserRouter,
  createMemoryRouter,
  type DataRouter,
  redirect,
  type RouteObject,
} from 'react-router';
import { onSignedOut } from '../api/http.ts';
import { setToken } from '../api/session-token.ts';
import { prompts } from '../state/prompts.ts';
import { session } from '../state/session.ts';
import { ErrorScreen, FailedRoute } from './error-screen.tsx';
import { requireSession, skipLoginWhenSignedIn, toFiles } from './guards.ts';
import { HOME_ADDRESS } from './redirect-target.ts';
import { Root, type RouteHandle, Starting } from './root.tsx';
import { Shell } from './shell/shell.tsx';

const titled = (title: RouteHandle['title']): RouteHandle => ({ title });

/** Every address of the product. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    hydrateFallbackElement: <Starting />,
    errorElement: <FailedRoute />,
    children: [
      { index: true, loader: () => redirect(HOME_ADDRESS) },
      {
        path: 'login',
        handle: titled('session.signInTitle'),
        loader: skipLoginWhenSignedIn,
        lazy: async () => ({ Component: (await import('../routes/login.tsx')).LoginRoute }),
      },
      {
        element: <Shell />,
        loader: requireSession,
        children: [
          {
            path: 'files/*',
            handle: titled('shell.myFiles'),
            errorElement: <FailedRoute />,
            lazy: async () => ({ Component: (await import('../routes/files.tsx')).FilesRoute }),
          },
        ],
      },
      { path: '403', handle: titled('errors.forbiddenTitle'), element: <ErrorScreen code={403} /> },
      { path: '404', handle: titled('errors.notFoundTitle'), element: <ErrorScreen code={404} /> },
      { path: '500', handle: titled('errors.internalTitle'), element: <ErrorScreen code={500} /> },
      { path: '*', loader: toFiles },
    ],
  },
];

/** The router of the page; `base` is the path it is served from, '' at the root of a host. */
export function createRouter(base: string): DataRouter {
  return following(createBrowserRouter(routes, { basename: base === '' ? '/' : base }));
}

/** A router that starts at an address of its own, for tests. */
export function createRouterAt(address: string): DataRouter {
  return following(createMemoryRouter(routes, { initialEntries: [address] }));
}

/** Keeps the place in step with the session, and prompts with the place. */
function following(router: DataRouter): DataRouter {
  onSignedOut(() => setToken(undefined));
  session.subscribe((now, before) => {
    // The guards decide anew where this user, or nobody, may be.
    if (now.user?.id !== before.user?.id) void router.revalidate();
  });
  let pathname = router.state.location.pathname;
  router.subscribe(({ location }) => {
    if (location.pathname === pathname) return;
    pathname = location.pathname;
    prompts.getState().closeAll();
  });
  return router;
}
