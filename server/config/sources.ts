import { nearestName } from '../lib/nearest-name.ts';
import type { ConfigFile } from './config-file.ts';
import { ALL_SETTINGS, settingNamed, type SettingName, variableOf } from './settings.ts';

/** A value as it was given, and the words that tell the operator where. */
export interface Given {
  readonly value: unknown;
  readonly origin: string;
  readonly source: 'flag' | 'variable' | 'file' | 'database';
}

export type GivenValues = ReadonlyMap<SettingName, Given>;

/** The process's variables; an empty one counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What flags say: the text behind the flag, `true` or `false` for a switch. */
export type Flags = ReadonlyMap<SettingName, string>;

export function fromFlags(flags: Flags): GivenValues {
  return new Map(
    [...flags].map(([name, value]) => [name, { value, origin: `flag --${name}`, source: 'flag' }]),
  );
}

/** A variable that nobody knows is no reason to stay away, but may be a mistake in writing. */
export function fromEnvironment(environment: Environment): {
  given: GivenValues;
  warnings: string[];
} {
  const given = new Map<SettingName, Given>();
  for (const setting of ALL_SETTINGS) {
    if (setting.variable === false) continue;
    for (const variable of [variableOf(setting), setting.oldVariable]) {
      const value = variable === undefined ? undefined : environment[variable];
      if (value === undefined || value === '' || given.has(setting.name)) continue;
      given.set(setting.name, { value, origin: `variable ${variable}`, source: 'variable' });
    }
  }
  return { given, warnings: warningsOfVariables(environment) };
}

const VARIABLES = new Set(
  ALL_SETTINGS.filter(({ variable }) => variable !== false).flatMap((setting) =>
    [variableOf(setting), setting.oldVariable].filter((name) => name !== undefined),
  ),
);

function warningsOfVariables(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('FB_') && !VARIABLES.has(name) && environment[name] !== '')
    .toSorted()
    .map((name) => `variable ${name} is not known and has no effect${hint(meantVariable(name))}`);
}

/** `FB_BASE-URL` → `FB_BASE_URL`; of what only a flag can say, the flag. */
function meantVariable(name: string): string | undefined {
  const setting = settingNamed(name.slice('FB_'.length));
  if (setting === undefined) return nearestName(name, VARIABLES);
  return setting.variable === false ? `flag --${setting.name}` : variableOf(setting);
}

/** What a file says. */
export interface FromFile {
  readonly given: GivenValues;
  /** Of new users; the predecessor reads it from nowhere else (compatibility.md 9.1). */
  readonly editorTheme: string | undefined;
  readonly warnings: readonly string[];
}

export const NO_FILE: FromFile = { given: new Map(), editorTheme: undefined, warnings: [] };

/** A key that nobody knows is no reason to stay away: files of the predecessor have them. */
export function fromFile(file: ConfigFile): FromFile {
  const given = new Map<SettingName, Given>();
  const warnings: string[] = [];
  let editorTheme: string | undefined;
  for (const [key, value] of flattened(file.content)) {
    const setting = settingNamed(key);
    if (key.toLowerCase() === EDITOR_THEME) {
      if (typeof value === 'string') editorTheme = value;
      else warnings.push(`key ${key} of ${file.path} has to be text, and has no effect`);
    } else if (setting === undefined || setting.name === 'config') {
      const words = `key ${key} of ${file.path} is not known and has no effect`;
      warnings.push(`${words}${hint(meantKey(key))}`);
    } else if (value !== null) {
      const origin = `key ${key} of ${file.path}`;
      given.set(setting.name, { value, origin, source: 'file' });
    }
  }
  return { given, editorTheme, warnings };
}

const DEFAULTS = 'defaults';
const EDITOR_THEME = `${DEFAULTS}.aceeditortheme`;

/** `{ defaults: { aceEditorTheme } }` can be written as one key as well. */
function flattened(content: ConfigFile['content']): [string, unknown][] {
  return Object.entries(content).flatMap(([key, value]): [string, unknown][] => {
    const isGroup = key.toLowerCase() === DEFAULTS && typeof value === 'object' && value !== null;
    if (!isGroup) return [[key, value]];
    return Object.entries(value).map(([inner, of]) => [`${key}.${inner}`, of]);
  });
}

function meantKey(key: string): string | undefined {
  return nearestName(
    key,
    ALL_SETTINGS.map(({ name }) => name),
  );
}

function hint(meant: string | undefined): string {
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/** The stored server record (compatibility.md 9.4). What it leaves empty is unset, save the address: that means all. */
export function fromStored(server: Readonly<Record<string, unknown>>): GivenValues {
  const given = new Map<SettingName, Given>();
  for (const { name, stored, storedInverted } of ALL_SETTINGS) {
    const value = stored === undefined ? undefined : server[stored];
    if (value === undefined || value === null) continue;
    if (value === '' && name !== 'address' && name !== 'log') continue;
    const origin = `${stored} in the database`;
    const meaning = storedInverted === true && typeof value === 'boolean' ? !value : value;
    given.set(name, { value: meaning, origin, source: 'database' });
  }
  return given;
}

/** The first source that names a setting decides it. */
export function merged(...sources: readonly GivenValues[]): GivenValues {
  return new Map(sources.toReversed().flatMap((source) => [...source]));
}
