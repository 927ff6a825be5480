import { parseTable, type TableSource } from './parse-table.ts';

/** So many rows are handed over at a time: the page is never busy with them for longer than a few milliseconds. */
const AT_A_TIME = 5_000;

/** Reads a table away from the page. Sends its rows in parts, and `undefined` when it is none; at the end `done`. */
addEventListener('message', ({ data }: MessageEvent<TableSource>) => {
  const rows = parseTable(data);
  for (let start = 0; rows && start < rows.length; start += AT_A_TIME) {
    postMessage(rows.slice(start, start + AT_A_TIME));
  }
  postMessage(rows ? 'done' : 'no table');
});
