import type { ParseKeys, TFunction } from 'i18next';
import { foldText } from '#contract/fold-text.ts';

/** A setting, as the messages on its page name it. */
export interface Setting {
  /** Address of the page. */
  readonly address: string;
  /** Title of the group of fields. */
  readonly group: ParseKeys;
  /** Label of the field; undefined for a group that is found as a whole. */
  readonly label?: ParseKeys;
  readonly hint?: ParseKeys;
  /** Condition under which the setting is shown: the user has a password, or commands are turned on. */
  readonly needs?: 'own-password' | 'commands';
}

/** A setting or a whole page that was found, in the language of the user. */
export interface FoundSetting {
  readonly id: string;
  readonly address: string;
  readonly label: string;
  /** Title of the group; undefined for a whole page. */
  readonly group?: string;
  /** Titles of the page and the group. */
  readonly path: string;
}

/** A page of the settings that the user may open. */
export interface SettingsPage {
  readonly address: string;
  readonly label: ParseKeys;
}

type Fields = readonly (readonly [label: ParseKeys, hint?: ParseKeys])[];

const PREFERENCES: Fields = [
  ['preferences.language'],
  ['preferences.view'],
  ['preferences.sorting'],
  ['preferences.singleClick'],
  ['preferences.hideDotfiles', 'preferences.hideDotfilesHint'],
  ['preferences.dateFormat', 'preferences.dateFormatHint'],
  ['preferences.redirect'],
];

/** Every setting, in the order of the pages. */
export const SETTINGS: readonly Setting[] = [
  ...groupOf('/settings/profile', 'profile.files', [
    ['preferences.hideDotfiles', 'preferences.hideDotfilesHint'],
    ['preferences.singleClick'],
    ['preferences.dateFormat', 'preferences.dateFormatHint'],
    ['preferences.redirect'],
  ]),
  ...groupOf('/settings/profile', 'profile.appearance', [
    ['preferences.language'],
    ['profile.theme', 'profile.appearanceHint'],
    ['profile.editorTheme'],
  ]),
  {
    address: '/settings/profile',
    group: 'profile.password',
    hint: 'profile.changePassword',
    needs: 'own-password',
  },
  {
    address: '/settings/profile',
    group: 'profile.sessions.title',
    hint: 'profile.sessions.explanation',
  },
  ...groupOf('/settings/global', 'global.access', [
    ['global.signup', 'global.signupHint'],
    ['global.minimumPasswordLength', 'global.minimumPasswordLengthHint'],
    ['global.hideLoginButton'],
  ]),
  ...groupOf('/settings/global', 'global.defaults', [
    ['global.createUserDir'],
    ['global.userHomeBasePath'],
    ['global.scope', 'global.scopeHint'],
    ...PREFERENCES,
    ['global.permissions'],
  ]),
  {
    address: '/settings/global',
    group: 'global.defaults',
    label: 'permissions.commands',
    needs: 'commands',
  },
  { address: '/settings/global', group: 'global.rules', hint: 'global.rulesHint' },
  ...groupOf('/settings/global', 'global.branding', [
    ['global.name', 'global.nameHint'],
    ['global.logo', 'global.logoHint'],
    ['global.color', 'global.colorHint'],
    ['global.theme', 'global.themeHint'],
    ['global.files', 'global.filesHint'],
    ['global.disableUsedPercentage'],
    ['global.disableExternal', 'global.disableExternalHint'],
  ]),
  ...groupOf('/settings/global', 'global.uploads', [
    ['global.chunkSize', 'global.chunkSizeHint'],
    ['global.retryCount', 'global.retryCountHint'],
  ]),
  ...groupOf('/settings/global', 'shell.trash', [
    ['global.trashOn', 'global.trashOnHint'],
    ['global.trashRetention'],
    ['global.trashLimit', 'global.trashLimitHint'],
  ]),
  ...groupOf('/settings/global', 'global.versions', [
    ['global.versionsOn'],
    ['global.versionLimit'],
    ['global.versionRetention'],
    ['global.foldersWithoutVersions', 'global.foldersWithoutVersionsHint'],
  ]),
  { address: '/settings/global', group: 'commands.title', hint: 'commands.text' },
];

function groupOf(address: string, group: ParseKeys, fields: Fields): Setting[] {
  return fields.map(([label, hint]) => ({
    address,
    group,
    label,
    ...(hint !== undefined && { hint }),
  }));
}

/**
 * Returns the settings and pages that contain all words of `query` in the language of the user or in English. Those
 * with all words in their label come first.
 */
export function findSettings(
  query: string,
  {
    pages,
    settings,
    languages,
  }: {
    pages: readonly SettingsPage[];
    settings: readonly Setting[];
    /** Translators to search with; the first one is that of the user. */
    languages: readonly [TFunction, ...TFunction[]];
  },
): FoundSetting[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = pages.flatMap((page) => [
    matchOf(words, { address: page.address, keys: [page.label] }, languages),
    ...settings
      .filter(({ address }) => address === page.address)
      .map(({ address, group, label, hint }) =>
        matchOf(words, { address, keys: [page.label, group, label], hint }, languages),
      ),
  ]);
  return found
    .filter((match) => match !== undefined)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ setting }) => setting);
}

function matchOf(
  words: readonly string[],
  {
    address,
    keys,
    hint,
  }: {
    address: string;
    /** Titles of the page and of the group, and the label. */
    keys: readonly [ParseKeys, ...(ParseKeys | undefined)[]];
    hint?: ParseKeys | undefined;
  },
  languages: readonly [TFunction, ...TFunction[]],
): { setting: FoundSetting; quality: number } | undefined {
  const known = keys.filter((key) => key !== undefined);
  const own = known.at(-1) ?? keys[0];
  const textOf = (parts: readonly ParseKeys[]) =>
    foldText(languages.flatMap((t) => parts.map((key) => t(key))).join('\n'));
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  if (!hasAll(textOf(hint === undefined ? known : [...known, hint]))) return undefined;
  const [t] = languages;
  const [, group] = known;
  return {
    quality: hasAll(textOf([own])) ? 1 : 0,
    setting: {
      id: `${address} ${known.join(' ')}`,
      address,
      label: t(own),
      ...(group !== undefined && { group: t(group) }),
      path: known
        .slice(0, Math.max(1, known.length - 1))
        .map((key) => t(key))
        .join(' › '),
    },
  };
}
