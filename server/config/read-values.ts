import { StartupError } from '../lib/startup-error.ts';
import {
  ALL_SETTINGS,
  DEFAULTS,
  GIVEN_VALUES,
  type SettingName,
  type SettingValues,
} from './settings.ts';
import type { Given, GivenValues } from './sources.ts';

/**
 * Returns the given values with the defaults of all others. Throws StartupError with the source of an invalid value. An invalid
 * stored session time is only a warning, because File Browser 2 starts with it.
 */
export function readValues(given: GivenValues): { values: SettingValues; warnings: string[] } {
  const plain = Object.fromEntries([...given].map(([name, { value }]) => [name, value]));
  const result = GIVEN_VALUES.safeParse(plain);
  if (result.success) return { values: { ...DEFAULTS, ...result.data }, warnings: [] };

  const mistakes = result.error.issues.map((issue) => mistakeOf(issue, given));
  const [fatal] = mistakes.filter((mistake) => !isForgiven(mistake));
  if (fatal !== undefined) throw new StartupError(sentence(fatal));

  const names = new Set(mistakes.map(({ name }) => name));
  const rest = readValues(new Map([...given].filter(([name]) => !names.has(name))));
  const warnings = mistakes.map((mistake) => `${sentence(mistake)}; the default is used`);
  return { values: rest.values, warnings };
}

interface Mistake {
  readonly name: SettingName;
  readonly given: Given;
  readonly expected: string;
}

function mistakeOf(issue: { path: PropertyKey[]; message: string }, all: GivenValues): Mistake {
  const name = ALL_SETTINGS.find((setting) => setting.name === issue.path[0])?.name;
  const given = name === undefined ? undefined : all.get(name);
  if (name === undefined || given === undefined) {
    throw new Error(`invalid value of a setting that was not given: ${issue.message}`);
  }
  return { name, given, expected: issue.message };
}

function isForgiven({ name, given }: Mistake): boolean {
  return given.source === 'database' && name === 'tokenExpirationTime';
}

function sentence({ name, given, expected }: Mistake): string {
  const isSecret = ALL_SETTINGS.some((setting) => setting.name === name && setting.secret === true);
  const actual = isSecret ? '' : `, not ${JSON.stringify(given.value)}`;
  return `${given.origin} has to be ${expected}${actual}`;
}
