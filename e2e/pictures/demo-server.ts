import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { BuiltServer } from '../support/built-server.ts';
import { setUpCommands } from '../support/commands.ts';
import { CuttableConnection } from '../support/cuttable-connection.ts';
import { makeLargeFile } from '../support/disk.ts';
import { createShare } from '../support/create-share.ts';
import { callAs, tokenOf } from '../support/users.ts';
import { ageAll, makeDemoTree } from './demo-tree.ts';
import type { FindWord } from './words.ts';

/** The server of which the pictures are taken, with users, files and history. */
export interface Setting {
  readonly server: BuiltServer;
  /** All requests of the browser pass this connection, which can be held. */
  readonly line: CuttableConnection;
  readonly links: { readonly folder: string; readonly file: string; readonly locked: string };
  /** Files large enough for a slow upload. */
  readonly largeFiles: readonly string[];
  /** Changes fields of the administrator, beside the browser. */
  change(fields: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Context of a scene. */
export interface Stage extends Setting {
  readonly page: Page;
  readonly word: FindWord;
  readonly isNarrow: boolean;
}

const MIB = 1_048_576;
const COMMANDS = ['cat', 'echo', 'ls', 'sleep'];
const DAY_MS = 86_400_000;
const MINUTES_AGO_MS = 20 * 60_000;
/** A text file with earlier versions. */
export const VERSIONED = 'Shopping list.txt';
/** Contents of a file, the oldest first. All but the last are its versions. */
const SHOPPING_LISTS = [
  'Bread\nMilk\n',
  'Bread\nMilk\nApples\n',
  'Bread\nApples\nCheese\n',
  'Bread\nApples\nCheese\nLamp oil\n',
];
const STARRED = [
  '/Photos/Dolomites/Lake.jpg',
  '/Documents',
  '/Account.ts',
  '/Photos/Dolomites',
  '/Weekend in the mountains.md',
  '/Floor plan.pdf',
];
/** Deleted files and their sizes in KiB. */
const DELETED = {
  '/Old notes.txt': 3,
  '/Downloads/setup.exe': 900,
  '/Documents/Talk in spring.pptx': 640,
  '/Documents/Taxes 2023.xlsx': 58,
  '/Music/Rehearsal.mp3': 700,
  '/Draft.docx': 31,
};
/** A deleted picture, and the one of which it is a copy. */
const DELETED_PICTURE = ['/Photos/Blurred.jpg', '/Photos/Dolomites/Fog.jpg'] as const;
/** Files that were opened, the last one most recently. */
const OPENED = [
  '/Documents/Contracts/Insurance.pdf',
  '/Documents/Letters/To the landlord.odt',
  '/Weekend in the mountains.md',
  '/Photos/Dolomites/Ridge.jpg',
  '/Projects/account/account.ts',
  '/Music/First steps.webm',
  '/Budget 2026.csv',
];
const LARGE_FILES = ['Wedding.mp4', 'Photos of 2019.zip', 'Backup.tar.gz'];

/** Fills a running server with demo data. */
export async function fillDemoServer(server: BuiltServer): Promise<Setting> {
  await makeDemoTree(server.root);
  await addPeople(server);
  const token = await tokenOf(server, server.admin);
  const change = async (fields: Readonly<Record<string, unknown>>): Promise<void> => {
    const envelope = { what: 'user', which: Object.keys(fields), data: { id: 1, ...fields } };
    const reply = await callAs(server, token, 'PUT', '/api/users/1', envelope);
    if (!reply.ok) throw new Error(`not changed: ${reply.status} ${await reply.text()}`);
  };
  await change({ commands: COMMANDS });
  const links = await makeLinks(server);
  await runSomeCommands(server, token);
  await writeVersions(server, token);
  await starAndDelete(server, token);
  for (const name of OPENED) await callAs(server, token, 'POST', `/api/recent${name}`);
  ageAll(server.root, VERSIONED);
  const line = await CuttableConnection.open(server.port);
  line.hold();
  return { server, line, links, change, largeFiles: makeLargeFiles(server) };
}

async function addPeople(server: BuiltServer): Promise<void> {
  server.run('config', 'set', '--signup');
  await server.addUser('anna', ['download', 'create', 'rename', 'modify', 'delete', 'share']);
  await server.addUser('bert', ['download']);
  await server.addUser('ليلى', ['download', 'create', 'share']);
  await server.addUser('Wolfeschlegelsteinhausenbergerdorff (accounting, Hamburg)', ['download']);
}

async function makeLinks(server: BuiltServer): Promise<Setting['links']> {
  const { admin } = server;
  const folder = await createShare(server, admin, '/Photos/Dolomites/');
  const file = await createShare(server, admin, '/Lake at dawn.jpg', { expires: '72' });
  const locked = await createShare(server, admin, '/Documents/', { password: 'open sesame' });
  await createShare(server, admin, '/Photos/Dolomites/', { expires: '5', password: 'open sesame' });
  await createShare(server, admin, '/تقرير المبيعات السنوي.docx', { expires: '300' });
  for (const address of [`share/${folder}`, `dl/${folder}/Lake.jpg`, `share/${file}`]) {
    await (await fetch(`${server.url}/api/public/${address}`)).arrayBuffer();
  }
  return { folder, file, locked };
}

/** Runs two commands for the list of runs: one succeeds, one fails. */
async function runSomeCommands(server: BuiltServer, token: string): Promise<void> {
  await setUpCommands(server, {
    after_upload: ['echo "$FILE has arrived"', 'ls "/no such folder"'],
  });
  await callAs(server, token, 'POST', '/api/resources/Empty folder/in/');
}

/** Writes a file several times, on different days. */
async function writeVersions(server: BuiltServer, token: string): Promise<void> {
  const file = join(server.root, VERSIONED);
  for (const [index, body] of SHOPPING_LISTS.entries()) {
    const address = `/api/resources/${encodeURIComponent(VERSIONED)}?override=true`;
    // The file is written even though the reply reports the failing command after it.
    const reply = await fetch(server.url + address, {
      method: 'POST',
      headers: { 'X-Auth': token },
      body,
    });
    await reply.arrayBuffer();
    const daysAgo = SHOPPING_LISTS.length - 1 - index;
    const time = new Date(Date.now() - daysAgo * DAY_MS - MINUTES_AGO_MS);
    utimesSync(file, time, time);
  }
}

/** Stars some items, and moves others to the trash. */
async function starAndDelete(server: BuiltServer, token: string): Promise<void> {
  for (const name of STARRED) await callAs(server, token, 'PUT', `/api/starred${name}`);
  const [copy, picture] = DELETED_PICTURE;
  const to = `action=copy&destination=${encodeURIComponent(copy)}`;
  await callAs(server, token, 'PATCH', `/api/resources${picture}?${to}`);
  await callAs(server, token, 'DELETE', `/api/resources${copy}`);
  for (const [name, kib] of Object.entries(DELETED)) {
    await callAs(server, token, 'POST', `/api/resources${name}`, 'old '.repeat(256 * kib));
    await callAs(server, token, 'DELETE', `/api/resources${name}`);
  }
}

function makeLargeFiles(server: BuiltServer): string[] {
  return LARGE_FILES.map((name) => {
    const file = join(server.scratch, name);
    makeLargeFile(file, 48 * MIB);
    return file;
  });
}

/** Creates a file with the same name as a served one. Returns its path. */
export function aTakenFile({ server }: Setting, name: string): string {
  const file = join(server.scratch, name);
  writeFileSync(file, 'new');
  return file;
}
