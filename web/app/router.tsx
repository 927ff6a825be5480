import { createBrowserRouter, type DataRouter, redirect, type RouteObject } from 'react-router';
import { ErrorFrame } from './error-frame.tsx';
import { ErrorMessage, type ErrorPageCode, FailedContent, FailedRoute } from './error-screen.tsx';
import {
  requireAdmin,
  requireSession,
  restoreSession,
  skipLoginWhenLoggedIn,
  toFiles,
  toFirstSection,
} from './guards.ts';
import type { laterScreens } from './later-screens.ts';
import { lazyScreen } from './lazy-screen.tsx';
import { HOME_ADDRESS } from './redirect-target.ts';
import { Root, type RouteHandle, Starting } from './root.tsx';
import { Shell } from './shell/shell.tsx';

const titled = (title: RouteHandle['title']): RouteHandle => ({ title });

/** Route of an error page with its own address, such as `/404`. */
function errorPage(code: ErrorPageCode, title: RouteHandle['title']): RouteObject {
  return { path: `${code}`, handle: titled(title), element: <ErrorMessage code={code} /> };
}

/** Routes of all addresses. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    hydrateFallbackElement: <Starting />,
    errorElement: <FailedRoute />,
    children: [
      { index: true, element: <Starting />, loader: () => redirect(HOME_ADDRESS) },
      {
        path: 'login',
        handle: titled('session.logInTitle'),
        ...lazyScreen(
          async () => (await import('../routes/login.tsx')).LoginRoute,
          skipLoginWhenLoggedIn,
        ),
      },
      {
        path: 'invitation',
        handle: titled('invitation.title'),
        ...lazyScreen(laterScreen('invitation')),
      },
      {
        element: <Shell />,
        loader: requireSession,
        children: [
          {
            path: 'files/*',
            handle: titled('shell.myFiles'),
            errorElement: <FailedContent />,
            ...lazyScreen(async () => (await import('../routes/files/files-route.tsx')).FilesRoute),
          },
          {
            path: 'trash',
            handle: titled('shell.trash'),
            errorElement: <FailedContent />,
            ...lazyScreen(laterScreen('trash')),
          },
          {
            path: 'recent',
            handle: titled('shell.recent'),
            errorElement: <FailedContent />,
            ...lazyScreen(laterScreen('recent')),
          },
          {
            path: 'starred',
            handle: titled('shell.starred'),
            errorElement: <FailedContent />,
            ...lazyScreen(laterScreen('starred')),
          },
          {
            path: 'history',
            handle: titled('shell.history'),
            errorElement: <FailedContent />,
            ...lazyScreen(laterScreen('history')),
          },
          {
            path: 'shared',
            handle: titled('shell.sharedByMe'),
            errorElement: <FailedContent />,
            ...lazyScreen(laterScreen('shared')),
          },
          {
            path: 'settings',
            handle: titled('shell.settings'),
            errorElement: <FailedContent />,
            ...lazyScreen(laterScreen('settings')),
            children: [
              { index: true, element: <Starting />, loader: toFirstSection },
              {
                path: 'profile',
                handle: titled('shell.profile'),
                errorElement: <FailedContent />,
                ...lazyScreen(laterScreen('profile')),
              },
              {
                path: 'shares',
                handle: titled('shell.shares'),
                errorElement: <FailedContent />,
                ...lazyScreen(laterScreen('shares')),
              },
              {
                path: 'global',
                handle: titled('shell.global'),
                errorElement: <FailedContent />,
                ...lazyScreen(laterScreen('global'), requireAdmin),
              },
              {
                path: 'commands',
                handle: titled('shell.commands'),
                errorElement: <FailedContent />,
                ...lazyScreen(laterScreen('commands'), requireAdmin),
              },
              {
                path: 'audit',
                handle: titled('shell.audit'),
                errorElement: <FailedContent />,
                ...lazyScreen(laterScreen('audit'), requireAdmin),
              },
              {
                path: 'users/*',
                handle: titled('shell.users'),
                errorElement: <FailedContent />,
                ...lazyScreen(laterScreen('users'), requireAdmin),
              },
            ],
          },
        ],
      },
      {
        element: <ErrorFrame />,
        loader: restoreSession,
        children: [
          errorPage(403, 'errors.forbiddenTitle'),
          errorPage(404, 'errors.notFoundTitle'),
          errorPage(500, 'errors.internalTitle'),
        ],
      },
      { path: '*', element: <Starting />, loader: toFiles },
    ],
  },
];

/** Returns a function that loads a screen other than the files and the login. */
function laterScreen(screen: keyof typeof laterScreens) {
  return async () => (await import('./later-screens.ts')).laterScreens[screen]();
}

/** Creates the router. `base` is the base path; '' at the root of a host. */
export function createRouter(base: string): DataRouter {
  return createBrowserRouter(routes, { basename: base === '' ? '/' : base });
}
