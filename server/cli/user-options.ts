import { PERMISSIONS } from '#contract/permissions.ts';
import type { UserDefaults } from '#contract/settings.ts';
import type { UserPermissions } from '#contract/users.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import type { CliOption } from './cli-command.ts';
import { choiceOf, listOf, type Options, switchOf } from './option-values.ts';

/** Options of a user and of the defaults for new users (compatibility.md 9.3). */
export const USER_OPTIONS: readonly CliOption[] = [
  { name: 'scope', takes: 'folder', help: 'Home folder, relative to the root' },
  { name: 'locale', takes: 'language', help: 'Language of the page, such as en' },
  { name: 'viewMode', takes: 'view', help: 'list or mosaic' },
  { name: 'singleClick', help: 'Open items with one click' },
  { name: 'redirectAfterCopyMove', help: 'Go to the destination after copying or moving' },
  { name: 'sorting.by', takes: 'field', help: 'name, size or modified' },
  { name: 'sorting.asc', help: 'Sort order as in File Browser 2: off sorts from A to Z' },
  { name: 'hideDotfiles', help: 'Hide files whose names begin with a dot' },
  { name: 'dateFormat', help: 'Show exact dates' },
  { name: 'aceEditorTheme', takes: 'theme', help: 'Theme of the editor' },
  { name: 'commands', takes: 'list', help: 'Commands that may be run, separated by commas' },
  { name: 'perm.admin', help: 'Administrator' },
  { name: 'perm.execute', help: 'Permission to run commands' },
  { name: 'perm.create', help: 'Permission to create files and folders' },
  { name: 'perm.rename', help: 'Permission to rename and move' },
  { name: 'perm.modify', help: 'Permission to change files' },
  { name: 'perm.delete', help: 'Permission to delete' },
  { name: 'perm.share', help: 'Permission to share; requires perm.download' },
  { name: 'perm.download', help: 'Permission to download' },
];

/** Returns the typed options. Permissions and sorting are complete, with the stored values where nothing was typed. */
export function userFieldsOf(
  options: Options,
  stored: Pick<UserDefaults, 'perm' | 'sorting'>,
): Partial<UserDefaults> {
  return withoutUndefined({
    scope: options.get('scope'),
    locale: options.get('locale'),
    viewMode: choiceOf(options, 'viewMode', ['list', 'mosaic']),
    singleClick: switchOf(options, 'singleClick'),
    redirectAfterCopyMove: switchOf(options, 'redirectAfterCopyMove'),
    hideDotfiles: switchOf(options, 'hideDotfiles'),
    dateFormat: switchOf(options, 'dateFormat'),
    aceEditorTheme: options.get('aceEditorTheme'),
    commands: listOf(options, 'commands'),
    sorting: sortingOf(options, stored.sorting),
    perm: permissionsOf(options, stored.perm),
  });
}

function sortingOf(options: Options, stored: UserDefaults['sorting']) {
  const by = choiceOf(options, 'sorting.by', ['name', 'size', 'modified']);
  const asc = switchOf(options, 'sorting.asc');
  if (by === undefined && asc === undefined) return undefined;
  return { ...stored, ...withoutUndefined({ by, asc }) };
}

function permissionsOf(options: Options, stored: UserPermissions): UserPermissions | undefined {
  const typed = PERMISSIONS.filter((name) => options.has(`perm.${name}`));
  if (typed.length === 0) return undefined;
  const changes = typed.map((name) => [name, switchOf(options, `perm.${name}`)]);
  return { ...stored, ...Object.fromEntries(changes) };
}
