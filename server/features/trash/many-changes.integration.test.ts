import { lstat, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import type { TrashedItem } from '#contract/trash.ts';
import { expect, test } from 'vitest';
import { startTestApp, TRASH, VERSIONS, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { repetitions } from '../../testing/repetitions.ts';

/** Duration of the changes in milliseconds. */
const CHANGES_MS = repetitions({ usually: 4_000, soaking: 600_000 });
const FOLDERS = ['/a', '/b', '/a/sub', '/b/sub'];
const NAMES = ['one.txt', 'two.txt', 'three.txt'];

/** Every written content is different, and is remembered when its writer has been told that it is stored. */
class Contents {
  readonly stored = new Set<string>();
  readonly refused = new Set<string>();
  #count = 0;

  next(writer: string): string {
    this.#count += 1;
    return `${writer} ${this.#count}`;
  }
}

const pick = <Value>(values: readonly Value[]): Value => {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
};

const aFile = () => `${pick(FOLDERS)}/${pick(NAMES)}`;

async function changeAsUser(client: Client, writer: string, contents: Contents): Promise<void> {
  const move = (from: string, to: string) =>
    client.patch(
      `/api/resources${from}?action=rename&destination=${encodeURIComponent(to)}&override=true`,
    );
  const dice = Math.random();
  if (dice < 0.45) {
    const body = contents.next(writer);
    const { status } = await client.post(`/api/resources${aFile()}?override=true`, { body });
    (status === 200 ? contents.stored : contents.refused).add(body);
  } else if (dice < 0.6) await move(aFile(), aFile());
  else if (dice < 0.65) await move(pick(FOLDERS), `/moved-${writer}-${Date.now()}`);
  else if (dice < 0.8) await client.delete(`/api/resources${aFile()}`);
  else if (dice < 0.85) await client.delete(`/api/resources${pick(FOLDERS)}`);
  else if (dice < 0.95) {
    const items = (await client.get('/api/trash')).json<TrashedItem[]>();
    if (items.length > 0) await client.post(`/api/trash/${pick(items).id}/restore?rename=true`);
  } else await client.post(`/api/resources${pick(FOLDERS)}/`);
}

/** Writes and moves files as a shell does. It replaces none, because the server cannot keep what a shell replaces. */
async function changeAsShell({ root }: TestApp, contents: Contents): Promise<void> {
  const body = contents.next('shell');
  const fresh = `${pick(FOLDERS)}/${body}.txt`;
  const isMove = Math.random() < 0.5;
  const change = isMove
    ? rename(join(root, aFile()), join(root, fresh))
    : writeFile(join(root, fresh), body, { flag: 'wx' });
  const isDone = await change.then(
    () => true,
    () => false,
  );
  if (isDone && !isMove) contents.stored.add(body);
  // Programs are not as busy as to leave no moment for others.
  await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Returns the identities of the files with each content, in the tree and in the trash folder. */
async function findContents(folder: string, found = new Map<string, Set<number>>()) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      await findContents(path, found);
      continue;
    }
    const text = await readFile(path, 'utf8');
    const files = found.get(text) ?? new Set();
    found.set(text, files.add((await lstat(path)).ino));
  }
  return found;
}

test(
  'two users and a shell change the same tree, and every file that was stored is there exactly once',
  async () => {
    const versions = { ...VERSIONS, mostPerFile: 1_000_000 };
    const config = { storage: 'folder', trash: TRASH, versions } as const;
    const files = Object.fromEntries(FOLDERS.map((folder) => [`${folder}/`, '']));
    await using app = await startTestApp({ files, config });
    const anna = await app.logIn({ username: 'anna' });
    const berta = await app.logIn({ username: 'berta' });
    const contents = new Contents();
    const end = Date.now() + CHANGES_MS;
    // A slow, busy machine stores less in the same time.
    const latest = end + 45_000;
    const go = async (change: () => Promise<void>) => {
      while (Date.now() < end || (contents.stored.size <= 20 && Date.now() < latest))
        await change();
    };
    await Promise.all([
      go(() => changeAsUser(anna, 'anna', contents)),
      go(() => changeAsUser(anna, 'anna-too', contents)),
      go(() => changeAsUser(berta, 'berta', contents)),
      go(() => changeAsShell(app, contents)),
    ]);
    expect(contents.stored.size).toBeGreaterThan(20);

    const found = await findContents(app.root);
    const copies = [...contents.stored].map((body) => [body, found.get(body)?.size ?? 0]);
    expect(copies.filter(([, count]) => count !== 1)).toEqual([]);
    expect([...contents.refused].filter((body) => found.has(body))).toEqual([]);
    expect([...found.keys()].filter((body) => !contents.stored.has(body))).toEqual([]);

    // Everything in the trash folder is listed, as a deleted item or as a version.
    const rows = await app.db.read.selectFrom('trash').select('path').execute();
    const names = await readdir(join(app.root, TRASH_NAME));
    expect(rows.map(({ path }) => path).toSorted()).toEqual(
      names.map((name) => `/${TRASH_NAME}/${name}`).toSorted(),
    );
  },
  CHANGES_MS + 60_000,
);
