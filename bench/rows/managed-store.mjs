import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { folderOfFiles } from '../lib/fixtures.mjs';
import { atLeast, atMost, OURS } from '../lib/goals.mjs';
import { startOurs } from '../lib/servers.mjs';
import { timedRequest } from '../lib/timed-request.mjs';

const LARGE = 100_000;
const COPIED_FOLDERS = 100;
const COPIED_FILES = 100;
const CLIENTS = 8;
const GIB = 1024 ** 3;
const FOLDER = 'folder';

export const managedStore = {
  name: 'managed-store',
  about: `a copy of ${COPIED_FOLDERS * COPIED_FILES} files, a move and a listing of ${LARGE} entries, and downloads of 256 MiB by ${CLIENTS} clients, from a managed store and from a folder`,
  metrics: [
    { name: `copy of ${COPIED_FOLDERS * COPIED_FILES} files`, unit: 'ms', goal: atMost(1_000) },
    { name: `move of ${LARGE} entries`, unit: 'ms', goal: atMost(20) },
    { name: 'move of an empty folder', unit: 'ms' },
    { name: `listing of ${LARGE} entries`, unit: 'ms' },
    { name: `${CLIENTS} clients`, unit: 'GiB/s', goal: atLeast(0.8, FOLDER) },
    { name: 'peak memory', unit: 'MB' },
  ],

  async prepare(bench) {
    const { entry } = bench;
    const root = bench.folder('managed-root');
    for (let at = 0; at < COPIED_FOLDERS; at += 1) {
      folderOfFiles(join(root, 'tree'), `folder-${at}`, { count: COPIED_FILES, bytes: 3 });
    }
    folderOfFiles(root, 'large', { count: 1, bytes: 3 });
    mkdirSync(join(root, 'empty'), { recursive: true });
    rmSync(join(root, 'quarter.bin'), { force: true });
    linkSync(bench.fixtures.quarterFile, join(root, 'quarter.bin'));

    const local = await bench.started(startOurs({ entry, root, scratch: bench.folder('local') }));
    const managed = await startManaged(bench, root);
    return [
      { name: OURS, measure: () => measure(bench, managed) },
      { name: FOLDER, measure: () => measure(bench, local) },
    ];
  },
};

/** Starts a server on a managed store that holds the files of `root`, with further names in the folder `large`. */
async function startManaged(bench, root) {
  const { entry } = bench;
  const scratch = bench.folder('managed');
  const flags = ['--storage', `managed:${join(scratch, 'store')}`];
  const server = await bench.started(startOurs({ entry, root, scratch, flags }));
  const words = ['storage', 'import', root, ...flags, '--database', server.database];
  const { status, stderr } = spawnSync(process.execPath, [entry, ...words], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the import failed: ${stderr}`);
  addNames(server.database);
  return server;
}

/** Adds names of six digits, whose order is that of their text. */
function addNames(database) {
  const sqlite = new Sqlite(database);
  try {
    const folder = sqlite.prepare(`select "id" from "entry" where "name" = 'large'`).pluck().get();
    sqlite
      .prepare(
        `with recursive "numbers"("n") as (select 100000 union all select "n" + 1 from "numbers" where "n" < ${100_000 + LARGE - 2})
         insert into "entry" ("parent", "name", "sortKey", "folded", "isFolder", "isTemporary", "size", "modifiedUs", "mode", "blob")
         select "parent", 'file-' || "n" || '.txt', 'file-6' || "n" || '.txt', 'file-' || "n" || '.txt', 0, 0, "size", "modifiedUs", "mode", "blob"
         from "numbers", "entry" where "parent" = ?`,
      )
      .run(folder);
  } finally {
    sqlite.close();
  }
}

async function measure({ load, fixtures: { quarter } }, server) {
  server.program.forgetPeak();
  const quarters = Array.from({ length: CLIENTS }, () => [
    {
      target: server.fileTarget('/quarter.bin'),
      headers: server.headers,
      status: 200,
      replyBytes: quarter,
    },
  ]);
  const eight = await load.run(server.port, { connections: CLIENTS, batch: load.batch(quarters) });
  const figures = { [`${CLIENTS} clients`]: (CLIENTS * quarter) / GIB / eight.seconds };
  if (server.name === OURS && server.database.includes('managed')) {
    figures[`copy of ${COPIED_FOLDERS * COPIED_FILES} files`] = await timedRequest(server, {
      method: 'PATCH',
      target: '/api/resources/tree?action=copy&destination=/copy',
      status: 200,
    });
    await timedRequest(server, { method: 'DELETE', target: '/api/resources/copy', status: 204 });
    const there = await timedRequest(server, {
      method: 'PATCH',
      target: '/api/resources/large?action=rename&destination=/tree/large',
      status: 200,
    });
    const back = await timedRequest(server, {
      method: 'PATCH',
      target: '/api/resources/tree/large?action=rename&destination=/large',
      status: 200,
    });
    figures[`move of ${LARGE} entries`] = (there + back) / 2;
    figures['move of an empty folder'] = await timedRequest(server, {
      method: 'PATCH',
      target: '/api/resources/empty?action=rename&destination=/tree/empty',
      status: 200,
    });
    await timedRequest(server, {
      method: 'PATCH',
      target: '/api/resources/tree/empty?action=rename&destination=/empty',
      status: 200,
    });
    figures[`listing of ${LARGE} entries`] = await timedRequest(server, {
      method: 'GET',
      target: '/api/resources/large',
      status: 200,
    });
  }
  return { ...figures, 'peak memory': server.program.peakMb() };
}
