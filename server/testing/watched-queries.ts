import {
  type CompiledQuery,
  type Kysely,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';
import type { Database } from '../metadata/database.ts';
import type { Schema } from '../metadata/schema.ts';

/** A database that records its statements and the work of each. */
export interface WatchedDatabase {
  readonly db: Database;
  /** Number of rows that each statement returned or changed. */
  readonly rows: number[];
  /** Returns the number of turns of the event loop during the work. */
  turnsDuring(work: () => Promise<unknown>): Promise<number>;
  /** Returns SQLite's query plan of the last statement of the work. */
  planOf(work: (db: Database) => Promise<unknown>): Promise<string>;
}

export function watched(db: Database): WatchedDatabase {
  const plain = kyselyOf(db);
  const rows: number[] = [];
  const nodes: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }: PluginTransformQueryArgs) {
      nodes.push(node);
      return node;
    },
    async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
      rows.push(Math.max(result.rows.length, Number(result.numAffectedRows ?? 0)));
      return result;
    },
  };
  const own: Database = {
    ...db,
    read: plain.withPlugin(plugin),
    write: (work, options) => db.write((tx) => work(tx.withPlugin(plugin)), options),
  };
  return {
    db: own,
    rows,
    async turnsDuring(work) {
      let turns = 0;
      let isOver = false;
      const turn = () => {
        turns += 1;
        if (!isOver) setImmediate(turn);
      };
      setImmediate(turn);
      await work();
      isOver = true;
      return turns;
    },
    async planOf(work) {
      await work(own);
      const node = nodes.at(-1);
      if (node === undefined) throw new Error('nothing was asked');
      const {
        queryId,
        sql: text,
        parameters,
      }: CompiledQuery = plain.getExecutor().compileQuery(node, { queryId: 'plan' });
      const explained = { queryId, query: node, sql: `explain query plan ${text}`, parameters };
      const { rows: steps } = await plain.executeQuery<{ detail: string }>(explained);
      return steps.map(({ detail }) => detail).join('; ');
    },
  };
}

/** Returns the Kysely instance with which a Database reads. */
function kyselyOf(db: Database): Kysely<Schema> {
  const { read } = db;
  if (!('transaction' in read)) throw new Error('the database is no Kysely instance');
  return read as Kysely<Schema>;
}
