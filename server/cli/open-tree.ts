import type { Database } from '../metadata/database.ts';
import { NO_EVENT_HOOKS } from '../programs/events/event-hooks.ts';
import { Completions } from '../tree/completions.ts';
import { KnownDigests } from '../tree/known-digests.ts';
import { OperationJournal } from '../tree/operation-journal.ts';
import { PathLocks } from '../tree/path-locks.ts';
import { SharedItems } from '../tree/shared-items.ts';
import type { Tree } from '../tree/tree.ts';
import { Versions } from '../tree/versions.ts';
import type { CheckedRoot } from './open-administration.ts';
import { guarded } from '../storage/guarded-driver.ts';

/**
 * Returns the served files for a command that changes them as the server would: with journal entries and shares, but without event hooks and
 * history. Its locks are those of this process: a running server does not know them.
 */
export function openTree(db: Database, { driver, requireRoot }: CheckedRoot): Tree {
  const checked = guarded(driver, requireRoot);
  const completions = new Completions();
  const isKept = () => Promise.resolve(false);
  return {
    driver: checked,
    walks: checked.walks,
    sharedItems: new SharedItems(db, checked),
    digests: new KnownDigests(db),
    journal: new OperationJournal(db, completions, checked),
    locks: new PathLocks(),
    hooks: NO_EVENT_HOOKS,
    keeps: { deleted: true },
    versions: new Versions({ db, driver: checked, completions, isKept }),
    history: { record: () => undefined },
    changes: { announce: () => undefined },
    sniff: false,
  };
}
