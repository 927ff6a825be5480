import { existsSync } from 'node:fs';
import type { OuterSources } from '../../config/load-config.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { Database } from '../../metadata/database.ts';
import { readTakenOver } from '../../metadata/settings.ts';
import type { TakeoverReport } from '../../takeover/report.ts';
import { isStill } from './fingerprint.ts';
import { requireUnused } from './in-use.ts';
import { readDatabase } from './read-source.ts';
import { removeReport, writeReport } from './report-file.ts';
import { requireRoomBeside } from './require-room.ts';
import { planFrom, storePlanned } from './take-over.ts';

/** Where the predecessor's database is named: that one, and ours beside it. */
export interface Places {
  readonly predecessor: string;
  readonly file: string;
}

/** How it came that ours is opened where the predecessor's is named. */
export type Arrival = Places &
  (
    | { readonly kind: 'now'; readonly report: TakeoverReport }
    | { readonly kind: 'before'; readonly at: number }
    /** The predecessor has run again since. */
    | { readonly kind: 'changed'; readonly at: number }
  );

/** Makes ours, unless it is there. Resolves with what has been taken over. */
export async function takeOverOnce(
  { predecessor, file }: Places,
  outer: OuterSources,
): Promise<TakeoverReport | undefined> {
  if (existsSync(file)) return undefined;
  requireRoomBeside(predecessor, file);
  await requireUnused(predecessor);
  const planned = await planFrom(readDatabase(predecessor), outer);
  const { report } = planned.takeover;
  try {
    const isOurs = await storePlanned(planned, { kind: 'sqlite', file }, () =>
      writeReport(file, { files: [predecessor], database: file, ...report }),
    );
    return isOurs ? report : undefined;
  } catch (error) {
    removeReport(file);
    throw error;
  }
}

/** What is known of a database that was there before. One that has not come from there is a StartupError. */
export async function arrivalBefore(
  { predecessor, file }: Places,
  database: Pick<Database, 'read'>,
): Promise<Arrival> {
  const from = await readTakenOver(database.read);
  if (from === undefined) {
    throw new StartupError(
      `${predecessor} is named, and beside it is ${file}, which was not taken over from it; say with --database which is meant` +
        `, or move the other away`,
    );
  }
  const isSame = !existsSync(predecessor) || isStill(predecessor, from);
  return { kind: isSame ? 'before' : 'changed', predecessor, file, at: from.at };
}
