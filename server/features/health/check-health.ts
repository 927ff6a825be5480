import type { Health, PartHealth } from '#contract/health.ts';
import { AppError } from '../../errors.ts';
import type { ProbeResult } from '../../lib/probe.ts';
import type { HealthChecks } from './health-checks.ts';

export interface HealthDependencies {
  readonly checks: HealthChecks;
  readonly version: string;
  index(): {
    readonly state: Health['index']['state'];
    readonly names: number;
    readonly readAt: number | undefined;
  };
}

/** Checks all parts. Resolves within a few seconds, even if one is down. Never rejects. */
export async function checkHealth({ checks, version, index }: HealthDependencies): Promise<Health> {
  const [database, root, threads] = await Promise.all([
    checks.database.check(),
    checks.root.check(),
    checks.threads.check(),
  ]);
  const isUp = [database, root, threads].every(({ kind }) => kind === 'seen');
  const { state, names, readAt } = index();
  return {
    status: isUp ? 'OK' : 'DOWN',
    version,
    uptimeSeconds: Math.round(process.uptime()),
    database: partHealth(database),
    root: { ...partHealth(root), ...(root.kind === 'seen' && root.seen) },
    threads: partHealth(threads),
    index: { state, names, ...(readAt !== undefined && { ageSeconds: secondsSince(readAt) }) },
    uploads: database.kind === 'seen' ? { unfinished: database.seen } : {},
  };
}

function partHealth(result: ProbeResult<unknown>): PartHealth {
  switch (result.kind) {
    case 'seen':
      return { status: 'OK', ms: result.ms };
    case 'silent':
      return { status: 'DOWN', reason: `no answer for ${Math.round(result.ms / 1_000)} s` };
    case 'failed':
      return { status: 'DOWN', reason: reasonOf(result.error) };
  }
}

/** Returns a code instead of the message, which may contain paths and addresses. The log contains the rest. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'failed';
}

function secondsSince(atMs: number): number {
  return Math.max(0, Math.round((Date.now() - atMs) / 1_000));
}
