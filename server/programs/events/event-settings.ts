import type { Trigger } from '#contract/commands.ts';
import type { Database } from '../../metadata/database.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';

/** The commands on events as they are set up now. */
export interface EventSettings {
  readonly lines: Readonly<Partial<Record<Trigger, readonly string[]>>>;
  readonly shell: readonly string[];
}

/** Reads them again only when something in the database has changed. */
export function createEventSettings(db: Database): () => Promise<EventSettings> {
  let known: { readonly stamp: number; readonly settings: EventSettings } | undefined;
  return async () => {
    const stamp = db.changeStamp();
    if (stamp !== undefined && known?.stamp === stamp) return known.settings;
    const { commands, shell } = await readGlobalSettings(db.read);
    const settings = { lines: commands, shell };
    known = stamp !== undefined && db.changeStamp() === stamp ? { stamp, settings } : undefined;
    return settings;
  };
}
