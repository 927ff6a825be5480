/** A database of a PostgreSQL server, for tests and benchmarks. */
export interface PostgresDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a database beside the one at `serverUrl`: an empty one, or a copy of the database `template`, which has no connections. */
export function createPostgresDatabase(
  serverUrl: string,
  template?: string,
): Promise<PostgresDatabase>;
