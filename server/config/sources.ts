import { nearestName } from '../lib/nearest-name.ts';
import type { ConfigFile } from './config-file.ts';
import { ALL_SETTINGS, settingNamed, type SettingName, variableOf } from './setting-list.ts';

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

export function fromEnvironment(environment: Environment): GivenValues {
  const given = new Map<SettingName, Given>();
  for (const setting of ALL_SETTINGS) {
    if (setting.variable === false) continue;
    for (const variable of [variableOf(setting), setting.oldVariable]) {
      const value = variable === undefined ? undefined : environment[variable];
      if (value === undefined || value === '' || given.has(setting.name)) continue;
      given.set(setting.name, { value, origin: `variable ${variable}`, source: 'variable' });
    }
  }
  return given;
}

/** A key that nobody knows is no reason to stay away: files of the predecessor have them. */
export function fromFile(file: ConfigFile): { given: GivenValues; warnings: string[] } {
  const given = new Map<SettingName, Given>();
  const warnings: string[] = [];
  for (const [key, value] of Object.entries(file.content)) {
    const setting = settingNamed(key);
    if (setting === undefined || setting.name === 'config') {
      warnings.push(`key ${key} of ${file.path} is not known and has no effect${meant(key)}`);
    } else if (value !== null) {
      const origin = `key ${key} of ${file.path}`;
      given.set(setting.name, { value, origin, source: 'file' });
    }
  }
  return { given, warnings };
}

function meant(key: string): string {
  const near = nearestName(
    key,
    ALL_SETTINGS.map(({ name }) => name),
  );
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** The stored server record (WIRE.md 9.4). What it leaves empty is unset, save the address: that means all. */
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
