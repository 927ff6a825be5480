import { readStoredJson, writeStored } from '../../lib/browser-storage.ts';

/** Storage key of the commands that were used in this browser. They contain no names of files. */
const KEY = 'used-commands';
const MAX_REMEMBERED = 30;

export interface UsedCommand {
  readonly id: string;
  readonly count: number;
}

/** Returns the used commands, the latest first. */
export function usedCommands(): readonly UsedCommand[] {
  const value = readStoredJson(KEY);
  return Array.isArray(value) ? value.filter(isUsedCommand) : [];
}

/** Adds a use of a command. Does nothing where the browser stores nothing. */
export function rememberCommand(id: string): void {
  const used = usedCommands();
  const count = (used.find((one) => one.id === id)?.count ?? 0) + 1;
  const kept = [{ id, count }, ...used.filter((one) => one.id !== id)].slice(0, MAX_REMEMBERED);
  writeStored(KEY, JSON.stringify(kept));
}

function isUsedCommand(value: unknown): value is UsedCommand {
  if (typeof value !== 'object' || value === null) return false;
  if (!('id' in value) || !('count' in value)) return false;
  return typeof value.id === 'string' && typeof value.count === 'number';
}
