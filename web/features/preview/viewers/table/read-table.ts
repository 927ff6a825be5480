import { parseTable, type Row, type TableSource } from './parse-table.ts';

/** Maximum size in bytes of tables that are parsed on the main thread. */
const MAX_MAIN_THREAD_BYTES = 65_536;
/** Maximum number of rows, limited by the maximum height of an element. */
const MAX_ROWS = 500_000;

export interface Table {
  readonly rows: readonly Row[];
  readonly columnCount: number;
  /** True if rows were omitted. */
  readonly isCut: boolean;
}

/**
 * Parses a CSV or TSV file, a large one in a worker. Returns undefined if the file is not text. Rejects with the reason
 * of `signal` when it aborts.
 */
export async function readTable(
  source: TableSource,
  signal: AbortSignal,
): Promise<Table | undefined> {
  signal.throwIfAborted();
  const isSmall = source.bytes.length <= MAX_MAIN_THREAD_BYTES;
  const rows = isSmall ? parseTable(source) : await parseInWorker(source, signal);
  if (!rows) return undefined;
  const columnCount = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return {
    rows: rows.length > MAX_ROWS ? rows.slice(0, MAX_ROWS) : rows,
    columnCount,
    isCut: source.isCut || rows.length > MAX_ROWS,
  };
}

async function parseInWorker(source: TableSource, signal: AbortSignal): Promise<Row[] | undefined> {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });
  const rows: Row[] = [];
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.addEventListener('message', ({ data }: MessageEvent<Row[] | 'done' | 'no table'>) => {
        if (data === 'no table') resolve(undefined);
        else if (data === 'done') resolve(rows);
        else for (const row of data) rows.push(row);
      });
      worker.postMessage(source);
    });
  } finally {
    worker.terminate();
  }
}
