import { TRIGGERS } from '#contract/commands.ts';
import { changedSettings } from '../../administration/settings/change-settings.ts';
import { AppError } from '../../errors.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { Database } from '../../metadata/database.ts';
import { updateGlobalSettings } from '../../metadata/settings.ts';

/** What is run on each event, in the order in which it runs. */
export type CommandLists = Readonly<Record<string, readonly string[]>>;

/** The event that was typed; one that there is not is a StartupError. */
export function eventNamed(typed: string, lists: CommandLists): string {
  if (Object.hasOwn(lists, typed)) return typed;
  const near = nearestName(typed, TRIGGERS);
  const meant = near === undefined ? '' : ` (Did you mean ${near}?)`;
  const shown = JSON.stringify(typed);
  throw new StartupError(`there is no event ${shown}${meant}; there are ${TRIGGERS.join(', ')}`);
}

/**
 * Stores what `change` makes of one event's list, and resolves with all of them; a line that cannot be run is refused with the
 * reason. The list is read again inside, so that what is added at the same moment stays.
 */
export async function changeCommands(
  db: Database,
  typedEvent: string,
  change: (lines: readonly string[]) => string[],
): Promise<CommandLists> {
  try {
    const { commands } = await db.write((tx) =>
      updateGlobalSettings(tx, (stored) => {
        const event = eventNamed(typedEvent, stored.commands);
        const lines = change(stored.commands[event] ?? []);
        return changedSettings(stored, { commands: { ...stored.commands, [event]: lines } });
      }),
    );
    return commands;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const problem = error.message.replace(/^commands\.\w+(?:\.\d+)?: /, '');
    throw new StartupError(`the line ${problem}`, { cause: error });
  }
}
