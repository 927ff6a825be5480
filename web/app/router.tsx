import { createBrowserRouter, type DataRouter, redirect, type RouteObject } from 'react-router';
import { ErrorScreen, FailedContent, FailedRoute } from './error-screen.tsx';
import {
  requireAdmin,
  requireSession,
  skipLoginWhenLoggedIn,
  toFiles,
  toFirstSection,
} from './guards.ts';
import { withMessages } from '../i18n/messages.ts';
import { part } from './route-part.tsx';
import { HOME_ADDRESS } from './redirect-target.ts';
import { Root, type RouteHandle, Starting } from './root.tsx';
import { Shell } from './shell/shell.tsx';

const titled = (title: RouteHandle['title']): RouteHandle => ({ title });

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
        ...part(
          async () => (await import('../routes/login.tsx')).LoginRoute,
          skipLoginWhenLoggedIn,
        ),
      },
      {
        path: 'invitation',
        handle: titled('invitation.title'),
        ...part(async () => (await importInvitation()).InvitationPage),
      },
      {
        element: <Shell />,
        loader: requireSession,
        children: [
          {
            path: 'files/*',
            handle: titled('shell.myFiles'),
            errorElement: <FailedContent />,
            ...part(async () => (await import('../routes/files/files-route.tsx')).FilesRoute),
          },
          {
            path: 'trash',
            handle: titled('shell.trash'),
            errorElement: <FailedContent />,
            ...part(async () => (await importTrash()).TrashPage),
          },
          {
            path: 'recent',
            handle: titled('shell.recent'),
            errorElement: <FailedContent />,
            ...part(async () => (await importPlaces()).RecentRoute),
          },
          {
            path: 'starred',
            handle: titled('shell.starred'),
            errorElement: <FailedContent />,
            ...part(async () => (await importPlaces()).StarredRoute),
          },
          {
            path: 'history',
            handle: titled('shell.history'),
            errorElement: <FailedContent />,
            ...part(async () => (await importHistory()).HistoryRoute),
          },
          {
            path: 'shared',
            handle: titled('shell.sharedByMe'),
            errorElement: <FailedContent />,
            ...part(async () => (await importShared()).SharedRoute),
          },
          {
            path: 'settings',
            handle: titled('shell.settings'),
            errorElement: <FailedContent />,
            ...part(async () => (await importFrame()).SettingsFrame),
            children: [
              { index: true, element: <Starting />, loader: toFirstSection },
              {
                path: 'profile',
                handle: titled('shell.profile'),
                errorElement: <FailedContent />,
                ...part(async () => (await importProfile()).Profile),
              },
              {
                path: 'shares',
                handle: titled('shell.shares'),
                errorElement: <FailedContent />,
                ...part(async () => (await importShares()).ShareTable),
              },
              {
                path: 'global',
                handle: titled('shell.global'),
                errorElement: <FailedContent />,
                ...part(async () => (await importGlobal()).GlobalSettings, requireAdmin),
              },
              {
                path: 'commands',
                handle: titled('shell.commands'),
                errorElement: <FailedContent />,
                ...part(async () => (await importCommands()).CommandRuns, requireAdmin),
              },
              {
                path: 'audit',
                handle: titled('shell.audit'),
                errorElement: <FailedContent />,
                ...part(async () => (await importAudit()).Audit, requireAdmin),
              },
              {
                path: 'users/*',
                handle: titled('shell.users'),
                errorElement: <FailedContent />,
                ...part(async () => (await importUsers()).UsersRoute, requireAdmin),
              },
            ],
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

function importFrame() {
  return withMessages('files', import('../routes/settings/settings-frame.tsx'));
}

function importInvitation() {
  return withMessages('files', import('../features/log-in/invitation-page.tsx'));
}

function importTrash() {
  return withMessages('files', import('../features/trash/page/trash-page.tsx'));
}

function importProfile() {
  return withMessages('settings', import('../features/profile/profile.tsx'));
}

/** The table uses sentences of the share dialog, too. */
function importShares() {
  return withMessages(
    'settings',
    withMessages('files', import('../features/share-table/share-table.tsx')),
  );
}

function importPlaces() {
  return withMessages('files', import('../routes/places/places-route.tsx'));
}

function importHistory() {
  return withMessages('files', import('../routes/places/history-route.tsx'));
}

function importShared() {
  return withMessages(
    'settings',
    withMessages('files', import('../routes/places/shared-route.tsx')),
  );
}

function importUsers() {
  return withMessages('settings', import('../routes/settings/users-route.tsx'));
}

function importGlobal() {
  return withMessages('settings', import('../features/admin-settings/global-settings.tsx'));
}

function importCommands() {
  return withMessages('settings', import('../features/command-runs/command-runs.tsx'));
}

function importAudit() {
  return withMessages('settings', import('../features/audit/audit.tsx'));
}

/** Creates the router. `base` is the base path; '' at the root of a host. */
export function createRouter(base: string): DataRouter {
  return createBrowserRouter(routes, { basename: base === '' ? '/' : base });
}
