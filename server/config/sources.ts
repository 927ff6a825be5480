import { nearestName } from '../lib/nearest-name.ts';
import type { ConfigFile } from './config-file.ts';
import { ALL_SETTINGS, settingNamed, type SettingName, variableOf } from './settings.ts';

/** A configured value, with its origin for messages. */
export interface Given {
  readonly value: unknown;
  readonly origin: string;
  readonly source: 'flag' | 'variable' | 'file' | 'database';
}

export type GivenValues = ReadonlyMap<SettingName, Given>;

/** The variables of the process. An empty one counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Values of flags: the text after the flag, or `true` or `false` for a switch. */
export type Flags = ReadonlyMap<SettingName, string>;

export function fromFlags(flags: Flags): GivenValues {
  return new Map(
    [...flags].map(([name, value]) => [name, { value, origin: `flag --${name}`, source: 'flag' }]),
  );
}

/** Reads the variables. An unknown one is only a warning, because it may be a typing error. */
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

/** Returns the intended name: `FB_BASE-URL` → `FB_BASE_URL`, or the flag of a setting without a variable. */
function meantVariable(name: string): string | undefined {
  const setting = settingNamed(name.slice('FB_'.length));
  if (setting === undefined) return nearestName(name, VARIABLES);
  return setting.variable === false ? `flag --${setting.name}` : variableOf(setting);
}

/** Values of a configuration file. */
export interface FromFile {
  readonly given: GivenValues;
  /** Editor theme of new users, which File Browser 2 reads only from the file (compatibility.md 9.1). */
  readonly editorTheme: string | undefined;
  readonly warnings: readonly string[];
}

export const NO_FILE: FromFile = { given: new Map(), editorTheme: undefined, warnings: [] };

/** Reads the file. An unknown key is only a warning, because files of File Browser 2 contain some. */
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

/** Flattens nested keys: `{ defaults: { aceEditorTheme } }` can be written as one key too. */
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

/**
 * Reads the stored server record (compatibility.md 9.4). Empty values are unset, except the address, where it stands
 * for all.
 */
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

/** Merges sources. The first one with a setting decides. */
export function merged(...sources: readonly GivenValues[]): GivenValues {
  return new Map(sources.toReversed().flatMap((source) => [...source]));
}
