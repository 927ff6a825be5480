import { isTemporaryName } from '#contract/temporary-names.ts';
import { nameOf, parseTreePath } from '#contract/paths.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { StorageDriver } from '../../storage/driver.ts';
import { ROOT_MARKER } from '../../storage/temporary-name.ts';
import type { TemporaryEntry } from '../../storage/walk-outcomes.ts';
import { refOf } from '../../tree/entry-paths.ts';
import { findUnknownTemporaryFiles, knownNames } from '../../tree/temporary-files.ts';
import { guarded } from '../../storage/guarded-driver.ts';
import type { TreeWalks } from '../../storage/tree-walks.ts';
import type { CliCall } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import type { EntryRef } from '../../storage/entry.ts';

interface TemporaryFiles {
  readonly driver: StorageDriver;
  readonly walks: TreeWalks;
  find(): Promise<TemporaryEntry[]>;
  /** The temporary file at a typed path. A StartupError where there is none, or where something is known to need it. */
  require(typed: string): Promise<EntryRef>;
}

/** Runs `work` on the temporary files below the root. */
export async function withTemporaryFiles(
  call: CliCall,
  work: (files: TemporaryFiles) => Promise<void>,
): Promise<void> {
  await withAdministration(call, async ({ administration: { db }, openRoot }) => {
    const { driver, requireRoot } = openRoot();
    const { walks } = guarded(driver, requireRoot);
    await work({
      driver,
      walks,
      find: () => findUnknownTemporaryFiles(walks, db, new AbortController().signal),
      async require(typed) {
        const path = parseTreePath(typed);
        if (path === undefined || !isTemporaryName(nameOf(path)) || nameOf(path) === ROOT_MARKER) {
          throw new StartupError(
            `"${typed}" is not the path of a temporary file; see temporary-files ls`,
          );
        }
        if ((await knownNames(db.read)).has(nameOf(path))) {
          throw new StartupError(`"${typed}" belongs to an upload or operation; it is kept`);
        }
        const entry = refOf(path);
        if ((await walks.stat({ entry })) === undefined) {
          throw new StartupError(`"${typed}" does not exist`);
        }
        return entry;
      },
    });
  });
}
