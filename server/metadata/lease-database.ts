import type { DatabaseConfig } from '../config/config.ts';
import { StartupError } from '../lib/startup-error.ts';
import { pathOfLease } from './database-file.ts';
import type { LeaseOutcome } from './lease.ts';
import { leaseFile, probeBeside } from './lease-file.ts';
import { openFailure } from './open-failure.ts';

/** Takes the lease of a database. It need not exist yet. Failures to reach it are StartupErrors. */
export async function leaseDatabase(config: DatabaseConfig): Promise<LeaseOutcome> {
  if (config.kind === 'postgres') {
    const { leasePostgres } = await import('./lease-postgres.ts');
    return leasePostgres(config.url);
  }
  try {
    const path = pathOfLease(config.file);
    return await leaseFile(path, probeBeside(path));
  } catch (error) {
    throw openFailure(error, config.file);
  }
}

/** Runs `work` while no server uses the database; while one does, throws a StartupError that says `why`. */
export async function whileUnused<Result>(
  config: DatabaseConfig,
  why: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const outcome = await leaseDatabase(config);
  if (outcome.kind === 'taken') throw new StartupError(why);
  try {
    return await work();
  } finally {
    if (outcome.kind === 'held') await outcome.lease.release();
  }
}
