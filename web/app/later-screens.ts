import { withMessages } from '../i18n/messages.ts';

/**
 * Functions that load the screens of the router. They have a file of their own, because the file names of the screens
 * would make the first load larger.
 */
export const laterScreens = {
  invitation: async () =>
    (await withMessages('files', import('../features/log-in/invitation-page.tsx'))).InvitationPage,
  trash: async () =>
    (await withMessages('files', import('../features/trash/page/trash-page.tsx'))).TrashPage,
  recent: async () => (await importPlaces()).RecentRoute,
  starred: async () => (await importPlaces()).StarredRoute,
  history: async () =>
    (await withMessages('files', import('../routes/places/history-route.tsx'))).HistoryRoute,
  shared: async () =>
    (await withShareMessages(import('../routes/places/shared-route.tsx'))).SharedRoute,
  settings: async () =>
    (await withMessages('files', import('../routes/settings/settings-frame.tsx'))).SettingsFrame,
  profile: async () =>
    (await withMessages('settings', import('../features/profile/profile.tsx'))).Profile,
  shares: async () =>
    (await withShareMessages(import('../features/share-table/share-table.tsx'))).ShareTable,
  global: async () =>
    (await withMessages('settings', import('../features/admin-settings/global-settings.tsx')))
      .GlobalSettings,
  commands: async () =>
    (await withMessages('settings', import('../features/command-runs/command-runs.tsx')))
      .CommandRuns,
  audit: async () => (await withMessages('settings', import('../features/audit/audit.tsx'))).Audit,
  users: async () =>
    (await withMessages('settings', import('../routes/settings/users-route.tsx'))).UsersRoute,
};

function importPlaces() {
  return withMessages('files', import('../routes/places/places-route.tsx'));
}

/** The table of shares uses sentences of the share dialog, too. */
function withShareMessages<Code>(code: Promise<Code>): Promise<Code> {
  return withMessages('settings', withMessages('files', code));
}
