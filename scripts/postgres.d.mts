/** `missing` says in one line why there is no PostgreSQL and what to do. */
export type TestPostgres = { url: string; stop(): Promise<void> } | { missing: string };

export function startPostgres(): Promise<TestPostgres>;
