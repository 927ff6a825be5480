import { readValues } from '../../config/read-values.ts';
import { ALL_SETTINGS } from '../../config/setting-list.ts';
import { type Flags, fromFlags } from '../../config/sources.ts';
import type { ServerSettings } from '../../metadata/settings.ts';

/** Flags of the server as they are stored (compatibility.md 9.4): checked, and only those that were typed. */
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

/** What is not stored, as an export has it: what a server with this database would do. */
const DEFAULT_RECORD: ServerSettings = {
  root: 'data',
  baseURL: '',
  socket: '',
  tlsKey: '',
  tlsCert: '',
  port: '8080',
  address: '127.0.0.1',
  log: 'stdout',
  enableThumbnails: true,
  resizePreview: true,
  enableExec: false,
  allowShell: false,
  commandSandbox: 'require',
  commandNetwork: false,
  typeDetectionByHeader: true,
  imageResolutionCalculation: true,
  authHook: '',
  tokenExpirationTime: '2h',
  followExternalSymlinks: false,
};

export function wholeServerRecord(stored: ServerSettings): ServerSettings {
  return { ...DEFAULT_RECORD, ...stored };
}
