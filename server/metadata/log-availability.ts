import type { Logger } from '../logger.ts';
import type { Database } from './database.ts';

/** Logs when the database becomes unavailable, and when it answers again. */
export function logAvailability(db: Pick<Database, 'onAvailability'>, log: Logger): void {
  db.onAvailability((event) => {
    if (event.kind === 'lost') log.error({ err: event.error }, 'database unavailable');
    else log.warn({ ms: Math.round(event.awayMs) }, 'database available again');
  });
}
