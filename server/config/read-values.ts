import { StartupError } from '../lib/startup-error.ts';
import { ALL_SETTINGS, type SettingName } from './setting-list.ts';
import { SettingValues } from './setting-values.ts';
import type { Given, GivenValues } from './sources.ts';

/**
 * The values in the types the program works with. A mistake stops the start with a message that says
 * where it was made; the one exception is a stored session time, which never kept anybody out.
 */
export function readValues(given: GivenValues): { values: SettingValues; warnings: string[] } {
  const plain = Object.fromEntries([...given].map(([name, { value }]) => [name, value]));
  const result = SettingValues.safeParse(plain);
  if (result.success) return { values: result.data, warnings: [] };

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
    throw new Error(`a mistake in a setting that nobody gave: ${issue.message}`);
  }
  return { name, given, expected: issue.message };
}

function isForgiven({ name, given }: Mistake): boolean {
  return given.source === 'database' && name === 'tokenExpirationTime';
}

function sentence({ name, given, expected }: Mistake): string {
  const isSecret = ALL_SETTINGS.some((setting) => setting.name === name && setting.secret === true);
  const told = isSecret ? '' : `, not ${JSON.stringify(given.value)}`;
  return `${given.origin} has to be ${expected}${told}`;
}
