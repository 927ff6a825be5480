import type { UserDefaults } from '#contract/settings.ts';
import type { UserPermissions } from '#contract/users.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import type { CliOption } from './cli-command.ts';
import { choiceOf, listOf, type Options, switchOf } from './option-values.ts';

const PERMISSIONS = [
  'admin',
  'execute',
  'create',
  'rename',
  'modify',
  'delete',
  'share',
  'download',
] as const satisfies readonly (keyof UserPermissions)[];

/** What a user has of their own, and what new ones start with (compatibility.md 9.3). */
export const USER_OPTIONS: readonly CliOption[] = [
  { name: 'scope', takes: 'folder', help: 'the folder they see, counted from the root' },
  { name: 'locale', takes: 'language', help: 'language of the page, such as en' },
  { name: 'viewMode', takes: 'view', help: 'list or mosaic' },
  { name: 'singleClick', help: 'open with one click' },
  { name: 'redirectAfterCopyMove', help: 'go where something was copied or moved to' },
  { name: 'sorting.by', takes: 'field', help: 'name, size or modified' },
  { name: 'sorting.asc', help: 'as in File Browser 2: off is from A to Z' },
  { name: 'hideDotfiles', help: 'hide files whose names begin with a dot' },
  { name: 'dateFormat', help: 'show exact dates' },
  { name: 'aceEditorTheme', takes: 'theme', help: 'theme of the editor' },
  { name: 'commands', takes: 'list', help: 'commands they may run, separated by commas' },
  { name: 'perm.admin', help: 'is an administrator' },
  { name: 'perm.execute', help: 'may run commands' },
  { name: 'perm.create', help: 'may make files and folders' },
  { name: 'perm.rename', help: 'may rename and move' },
  { name: 'perm.modify', help: 'may change files' },
  { name: 'perm.delete', help: 'may delete' },
  { name: 'perm.share', help: 'may share links; needs perm.download' },
  { name: 'perm.download', help: 'may download' },
];

/** What was typed, over what is stored: permissions and the order are stored as a whole. Only what was typed is there. */
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
