import type { ShownSettings } from '#contract/settings.ts';

/** Returns the settings of a new server, changed by `settings`. */
export function someSettings(settings: Partial<ShownSettings> = {}): ShownSettings {
  return {
    retention: {
      trash: true,
      trashRetention: 30,
      trashLimit: 10,
      versions: true,
      versionLimit: 10,
      versionRetention: 30,
    },
    fixed: [],
    signup: false,
    hideLoginButton: true,
    createUserDir: false,
    minimumPasswordLength: 12,
    userHomeBasePath: '/users',
    defaults: {
      scope: '.',
      locale: 'en',
      viewMode: 'mosaic',
      singleClick: false,
      redirectAfterCopyMove: true,
      sorting: { by: 'name', asc: false },
      perm: {
        admin: false,
        execute: true,
        create: true,
        rename: true,
        modify: true,
        delete: true,
        share: true,
        download: true,
      },
      commands: [],
      hideDotfiles: false,
      dateFormat: false,
      aceEditorTheme: '',
    },
    authMethod: 'json',
    rules: [],
    branding: {
      name: '',
      disableExternal: false,
      disableUsedPercentage: false,
      files: '',
      theme: '',
      color: '',
    },
    tus: { chunkSize: 10_485_760, retryCount: 5 },
    shell: [],
    commands: {},
    foldersWithoutVersions: [],
    ...settings,
  };
}
