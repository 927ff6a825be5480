import type { Database } from './database.ts';
import type { Lease } from './lease.ts';

/** Returns a database whose writes wait while the lease is not held. */
export function guardedByLease(database: Database, lease: Lease): Database {
  return {
    ...database,
    async write(work, options) {
      await lease.held();
      return database.write(work, options);
    },
  };
}
