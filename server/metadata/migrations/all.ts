import type { Migration } from 'kysely';
import type { Engine } from '../dialect.ts';
import { firstTables } from './0001-first-tables.ts';
import { unfinishedActs } from './0002-unfinished-acts.ts';
import { modifiedBySender } from './0003-modified-by-sender.ts';
import { shares } from './0004-shares.ts';
import { usesOfSessions } from './0005-uses-of-sessions.ts';
import { commandRuns } from './0006-command-runs.ts';
import { audit } from './0007-audit.ts';
import { oldLinkTokens } from './0008-old-link-tokens.ts';
import { failedCommandsOfActs } from './0009-failed-commands-of-acts.ts';
import { flushedUploads } from './0010-flushed-uploads.ts';
import { evidence } from './0011-evidence.ts';
import { largeNumbers } from './0012-large-numbers.ts';
import { repeatedEntries } from './0013-repeated-entries.ts';
import { foldedNames } from './0014-folded-names.ts';
import { operations } from './0015-operations.ts';
import { signedUp } from './0016-signed-up.ts';
import { trash } from './0017-trash.ts';
import { history } from './0018-history.ts';
import { jobs } from './0019-jobs.ts';
import { verifiedTransfers } from './0020-verified-transfers.ts';
import { userItems } from './0021-user-items.ts';
import { managedStore } from './0022-managed-store.ts';
import { versions } from './0023-versions.ts';
import { blobParts } from './0027-blob-parts.ts';
import { invitations } from './0028-invitations.ts';
import { cluster } from './0029-cluster.ts';
import { historyByGroup } from './0030-history-by-group.ts';
import { foldersOfEntries } from './0031-folders-of-entries.ts';

/** End of the names of migrations that the version before works with. */
const COMPATIBLE = '-compatible';

/**
 * Returns true for a migration that may run while servers of the version before use the database, so that a cluster is upgraded one server
 * after the other. It only adds tables, indexes, and columns that an insert may leave out. Its name ends with `-compatible`, because the version
 * before knows only the name.
 */
export function isCompatible(migration: string): boolean {
  return migration.endsWith(COMPATIBLE);
}

/** Returns all migrations in order. A released migration is never changed; a later one corrects it. */
export function migrationsFor(engine: Engine): Record<string, Migration> {
  return {
    '0001-first-tables': firstTables(engine),
    '0002-unfinished-acts': unfinishedActs(engine),
    '0003-modified-by-sender': modifiedBySender,
    '0004-shares': shares(engine),
    '0005-uses-of-sessions': usesOfSessions,
    '0006-command-runs': commandRuns(engine),
    '0007-audit': audit(engine),
    '0008-old-link-tokens': oldLinkTokens,
    '0009-failed-commands-of-acts': failedCommandsOfActs,
    '0010-flushed-uploads': flushedUploads,
    '0011-evidence': evidence,
    '0012-large-numbers': largeNumbers,
    '0013-repeated-entries': repeatedEntries,
    '0014-folded-names': foldedNames,
    '0015-operations': operations(engine),
    '0016-signed-up': signedUp,
    '0017-trash': trash(engine),
    '0018-history': history(engine),
    '0019-jobs': jobs(engine),
    '0020-verified-transfers': verifiedTransfers(engine),
    '0021-user-items': userItems(engine),
    '0022-managed-store': managedStore(engine),
    '0023-versions': versions,
    '0027-blob-parts': blobParts,
    '0028-invitations': invitations,
    '0029-cluster': cluster,
    '0030-history-by-group-compatible': historyByGroup,
    '0031-folders-of-entries-compatible': foldersOfEntries,
  };
}
