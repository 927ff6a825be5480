import { parseTable, type TableSource } from './parse-table.ts';

/** Number of rows per message, which keeps the page responsive. */
const AT_A_TIME = 5_000;

/** Parses a table in a worker. Sends its rows in batches and finally `done`, or only `no table` if the file is not text. */
addEventListener('message', ({ data }: MessageEvent<TableSource>) => {
  const rows = parseTable(data);
  for (let start = 0; rows && start < rows.length; start += AT_A_TIME) {
    postMessage(rows.slice(start, start + AT_A_TIME));
  }
  postMessage(rows ? 'done' : 'no table');
});
