import { parseTable, type TableSource } from './parse-table.ts';

/** Number of rows per message, which keeps the page responsive. */
const AT_A_TIME = 5_000;

/** Parses a table in a worker. Sends rows in batches, `undefined` if the file is no table, and finally `done`. */
addEventListener('message', ({ data }: MessageEvent<TableSource>) => {
  const rows = parseTable(data);
  for (let start = 0; rows && start < rows.length; start += AT_A_TIME) {
    postMessage(rows.slice(start, start + AT_A_TIME));
  }
  postMessage(rows ? 'done' : 'no table');
});
