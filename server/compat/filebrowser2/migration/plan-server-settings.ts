import { readValues } from '../../../config/read-values.ts';
import { ALL_SETTINGS } from '../../../config/settings.ts';
import { fromStored } from '../../../config/sources.ts';
import { StartupError } from '../../../lib/startup-error.ts';
import type { ServerSettings } from '../../../metadata/settings.ts';
import type { Notes } from './migration-notes.ts';

const KNOWN_KEYS = new Set(ALL_SETTINGS.flatMap(({ stored }) => stored ?? []));

export interface PlannedServer {
  readonly server: ServerSettings;
  /** The predecessor ran commands. */
  readonly commandsWereOn: boolean;
}

/**
 * The server record. What nobody can read would keep the server from starting, and stays behind; and commands wait until
 * somebody switches them on here.
 */
export function planServer(old: ServerSettings, notes: Notes): PlannedServer {
  const entries = Object.entries(old).filter(([key, value]) => isKept(key, value, notes));
  const server = Object.fromEntries(entries);
  const commandsWereOn = server['enableExec'] === true;
  return {
    server: commandsWereOn ? { ...server, enableExec: false } : server,
    commandsWereOn,
  };
}

function isKept(key: string, value: unknown, notes: Notes): boolean {
  if (!KNOWN_KEYS.has(key)) {
    if (!isNothing(value)) {
      notes.adjust('server', `${key} means nothing here, and is kept without effect`);
    }
    return true;
  }
  const problem = problemOf(key, value);
  if (problem === undefined) return true;
  notes.adjust('server', `${problem}; it stays behind, and the default counts`);
  return false;
}

function isNothing(value: unknown): boolean {
  return value === '' || value === false || value === null || value === undefined;
}

/** As the start would tell it. */
function problemOf(key: string, value: unknown): string | undefined {
  try {
    return readValues(fromStored({ [key]: value })).warnings[0]?.replace(/; [^;]*$/, '');
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
}
