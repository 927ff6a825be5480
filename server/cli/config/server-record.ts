import { readValues } from '../../config/read-values.ts';
import { ALL_SETTINGS } from '../../config/settings.ts';
import { type Flags, fromFlags } from '../../config/sources.ts';
import type { ServerSettings } from '../../metadata/settings.ts';

/** Returns the typed flags of the server as they are stored (compatibility.md 9.4), after checking them. */
export function serverRecordOf(flags: Flags): ServerSettings {
  const given = fromFlags(flags);
  const { values } = readValues(given);
  const record: Record<string, unknown> = {};
  for (const { name, stored, storedInverted = false } of ALL_SETTINGS) {
    const typed = flags.get(name);
    if (stored === undefined || typed === undefined) continue;
    const value = values[name];
    if (typeof value === 'boolean') record[stored] = value !== storedInverted;
    else record[stored] = name === 'baseURL' ? value : typed;
  }
  return record;
}

/** Keys that every export has, in the order of File Browser 2, including keys of our own. */
export const EXPORTED_KEYS = [
  'root',
  'baseURL',
  'socket',
  'tlsKey',
  'tlsCert',
  'port',
  'address',
  'log',
  'enableThumbnails',
  'resizePreview',
  'enableExec',
  'allowShell',
  'commandSandbox',
  'commandNetwork',
  'typeDetectionByHeader',
  'imageResolutionCalculation',
  'authHook',
  'tokenExpirationTime',
  'followExternalSymlinks',
];

const STORED_DEFAULTS = new Map(ALL_SETTINGS.map((each) => [each.stored, each.storedDefault]));

/** Returns the stored record, completed by defaults. */
export function wholeServerRecord(stored: ServerSettings): ServerSettings {
  const defaults = EXPORTED_KEYS.map((key) => [key, STORED_DEFAULTS.get(key) ?? '']);
  return { ...Object.fromEntries(defaults), ...stored };
}
