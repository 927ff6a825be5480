import type { AuditedOperation } from '#contract/audit.ts';
import type { ParseKeys, TFunction } from 'i18next';
import { isolate } from '../../lib/isolate.ts';

type Labels = Readonly<Record<string, ParseKeys>>;

const USER: Labels = {
  username: 'users.fieldNames.username',
  password: 'users.fieldNames.password',
  invitation: 'users.inviteGroup',
  lockPassword: 'users.fieldNames.lockPassword',
  scope: 'users.fieldNames.scope',
  perm: 'users.fieldNames.perm',
  commands: 'users.fieldNames.commands',
  rules: 'users.fieldNames.rules',
  locale: 'users.fieldNames.locale',
  viewMode: 'users.fieldNames.viewMode',
  sorting: 'users.fieldNames.sorting',
  singleClick: 'users.fieldNames.singleClick',
  redirectAfterCopyMove: 'users.fieldNames.redirectAfterCopyMove',
  hideDotfiles: 'users.fieldNames.hideDotfiles',
  dateFormat: 'users.fieldNames.dateFormat',
  aceEditorTheme: 'profile.editorTheme',
};

const SETTINGS: Labels = {
  signup: 'global.signup',
  hideLoginButton: 'global.hideLoginButton',
  createUserDir: 'global.createUserDir',
  minimumPasswordLength: 'global.minimumPasswordLength',
  userHomeBasePath: 'global.userHomeBasePath',
  authMethod: 'global.access',
  rules: 'global.rules',
  defaults: 'global.defaults',
  branding: 'global.branding',
  tus: 'global.uploads',
  foldersWithoutVersions: 'global.foldersWithoutVersions',
  shell: 'commands.shell',
  commands: 'commands.title',
};

/** Labels of nested fields. */
const PARTS: Readonly<Record<string, Labels>> = {
  perm: {
    admin: 'permissions.admin',
    execute: 'permissions.execute',
    create: 'permissions.create',
    rename: 'permissions.rename',
    modify: 'permissions.modify',
    delete: 'permissions.delete',
    share: 'permissions.share',
    download: 'permissions.download',
  },
  branding: {
    name: 'global.name',
    disableExternal: 'global.disableExternal',
    disableUsedPercentage: 'global.disableUsedPercentage',
    files: 'global.files',
    logo: 'global.logo',
    theme: 'global.theme',
    color: 'global.color',
  },
  // Parts of two groups, so they are named alone.
  retention: {
    trash: 'global.trashOn',
    trashRetention: 'global.trashRetention',
    trashLimit: 'global.trashLimit',
    versions: 'global.versionsOn',
    versionLimit: 'global.versionLimit',
    versionRetention: 'global.versionRetention',
  },
  tus: { chunkSize: 'global.chunkSize', retryCount: 'global.retryCount' },
  defaults: USER,
  commands: {
    before_copy: 'commands.triggers.before_copy',
    after_copy: 'commands.triggers.after_copy',
    before_delete: 'commands.triggers.before_delete',
    after_delete: 'commands.triggers.after_delete',
    before_rename: 'commands.triggers.before_rename',
    after_rename: 'commands.triggers.after_rename',
    before_save: 'commands.triggers.before_save',
    after_save: 'commands.triggers.after_save',
    before_upload: 'commands.triggers.before_upload',
    after_upload: 'commands.triggers.after_upload',
  },
};

/** Returns the label of a changed field such as `perm.share`; unknown fields keep their name. */
export function fieldText(t: TFunction, act: AuditedOperation, field: string): string {
  const [name = '', part = ''] = field.split('.');
  const label = (act === 'settings-change' ? SETTINGS : USER)[name];
  const inner = PARTS[name]?.[part];
  if (label === undefined) return inner === undefined ? isolate(field) : t(inner);
  return inner === undefined ? t(label) : `${t(label)}: ${t(inner)}`;
}
