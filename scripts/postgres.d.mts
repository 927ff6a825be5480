/** `missing` says in one line what keeps PostgreSQL from being there. */
export type TestPostgres = { url: string; stop(): Promise<void> } | { missing: string };

export function startPostgres(): Promise<TestPostgres>;
