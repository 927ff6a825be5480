import { createBrowserRouter, type DataRouter, redirect, type RouteObject } from 'react-router';
import { ErrorScreen, FailedContent, FailedRoute } from './error-screen.tsx';
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
      { index: true, element: <Starting />, loader: () => redirect(HOME_ADDRESS) },
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
            errorElement: <FailedContent />,
            lazy: async () => ({ Component: (await import('../routes/files.tsx')).FilesRoute }),
          },
        ],
      },
      { path: '403', handle: titled('errors.forbiddenTitle'), element: <ErrorScreen code={403} /> },
      { path: '404', handle: titled('errors.notFoundTitle'), element: <ErrorScreen code={404} /> },
      { path: '500', handle: titled('errors.internalTitle'), element: <ErrorScreen code={500} /> },
      { path: '*', element: <Starting />, loader: toFiles },
    ],
  },
];

/** The router of the page; `base` is the path it is served from, '' at the root of a host. */
export function createRouter(base: string): DataRouter {
  return createBrowserRouter(routes, { basename: base === '' ? '/' : base });
}
