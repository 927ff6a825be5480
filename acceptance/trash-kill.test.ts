import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { repetitions } from './repetitions.ts';
import { useServer } from './server/use-server.ts';

/** Number of kills; each interrupts deletions, restores, undos, copies and the emptying of the trash at a random moment. */
const KILLS = repetitions({ usually: 10, soaking: 500 });

const ITEMS = 6;
const FILES = 40;
/** Number of trashed items that are restored; the others are deleted for good. */
const KEPT = 2;
const TRASH = '.filebrowser-trash.part';
/** Name of the copy of an item, which is complete or does not exist. */
const COPY = 'trash-kill-copy';

const served = useServer();

interface TrashedItem {
  readonly id: number;
  readonly path: string;
}

it(
  `keeps every file exactly once when the server is killed, ${KILLS} times`,
  { timeout: 10_000 * (KILLS + 10) },
  async () => {
    await served().sessions.tokenOf('carol');
    for (let kill = 0; kill < KILLS; kill += 1) {
      createItems();
      const before = new Set(ITEMS_BY_NAME.keys());
      await Promise.all([...before].slice(0, ITEMS / 2).map(remove));
      const mayBeGone = new Set((await list()).slice(KEPT).map(({ path }) => path.slice(1)));
      const running = changeAll(kill);
      await sleep(Math.random() * 150);
      await served().server.kill();
      await running;
      await served().server.resume();
      await jobsHaveEnded();
      await expectEachOnce(`kill ${kill}`, mayBeGone);
      expectWholeCopy(`kill ${kill}`);
      await send('DELETE', '/api/trash');
      expect(await list(), `kill ${kill}: emptied`).toEqual([]);
      // A version that the copy has left is deleted in the background.
      await expect
        .poll(() => namesIn(root()).includes(TRASH) && namesIn(join(root(), TRASH)), {
          timeout: 20_000,
          message: `kill ${kill}: trash folder`,
        })
        .toBe(false);
    }
  },
);

/** Contents of each folder that the test deletes and restores, by its name. */
const ITEMS_BY_NAME = new Map(
  Array.from({ length: ITEMS }, (_, item) => [
    `trash-kill-${item}`,
    Object.fromEntries(
      Array.from({ length: FILES }, (__, file) => [`${file}.txt`, `${item} ${file} `.repeat(50)]),
    ),
  ]),
);

function root(): string {
  return served().server.root;
}

function createItems(): void {
  rmSync(join(root(), COPY), { recursive: true, force: true });
  for (const [name, files] of ITEMS_BY_NAME) {
    const folder = join(root(), name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'inner'), { recursive: true });
    for (const [file, text] of Object.entries(files))
      writeFileSync(join(folder, 'inner', file), text);
  }
}

/**
 * Deletes one half of the items, restores some of the others, and deletes the rest of them for good: one by one, or as operations on several
 * items that go on after a restart. Copies an item and undoes deletions meanwhile.
 */
async function changeAll(kill: number): Promise<void> {
  const names = [...ITEMS_BY_NAME.keys()];
  const trashed = await list();
  const restored = trashed.slice(0, KEPT).map(({ id }) => id);
  const purged = trashed.slice(KEPT).map(({ id }) => id);
  const removals = names.slice(ITEMS / 2).map(remove);
  const copy = send('PATCH', `/api/resources/${names.at(-1)}?action=copy&destination=%2F${COPY}`);
  const changes =
    kill % 2 === 0
      ? [
          ...restored.map((id) => send('POST', `/api/trash/${id}/restore`)),
          ...purged.map((id) => send('DELETE', `/api/trash/${id}`)),
        ]
      : [
          send('POST', '/api/trash/restore', { ids: restored }),
          send('POST', '/api/trash/delete', { ids: purged }),
        ];
  const undo = Promise.race(removals).then(() => send('POST', '/api/history/undo', {}));
  await Promise.all([...removals, ...changes, copy, undo]);
}

/** Waits for operations that go on after the restart. */
async function jobsHaveEnded(): Promise<void> {
  for (;;) {
    const reply = await send('GET', '/api/jobs');
    const jobs = JSON.parse(reply?.body ?? '[]') as { readonly endedAt?: string }[];
    if (jobs.every(({ endedAt }) => endedAt !== undefined)) return;
    await sleep(50);
  }
}

function remove(name: string): Promise<unknown> {
  return send('DELETE', `/api/resources/${name}`);
}

/** Sends a request, whose connection a kill may cut. */
async function send(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly body: string } | undefined> {
  try {
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await served().as('carol', { method, path, ...text });
    return { body: reply.body.toString() };
  } catch {
    return undefined;
  }
}

async function list(): Promise<TrashedItem[]> {
  const reply = await send('GET', '/api/trash?limit=500');
  return JSON.parse(reply?.body ?? '[]') as TrashedItem[];
}

/** Each item is complete in its folder or in the trash, where it is listed; or it was to be deleted for good and is gone. */
async function expectEachOnce(when: string, mayBeGone: ReadonlySet<string>): Promise<void> {
  const listed = new Set((await list()).map(({ path }) => path.slice(1)));
  const inTrash = new Map(namesIn(join(root(), TRASH)).map((name) => [name.slice(17), name]));
  for (const [name, files] of ITEMS_BY_NAME) {
    const isInFolder = namesIn(root()).includes(name);
    const trashName = inTrash.get(name);
    const count = Number(isInFolder) + Number(trashName !== undefined);
    if (count > 0 || !mayBeGone.has(name)) expect(count, `${when}: ${name}`).toBe(1);
    expect(listed.has(name), `${when}: ${name} is listed`).toBe(trashName !== undefined);
    const at = trashName === undefined ? join(root(), name) : join(root(), TRASH, trashName);
    if (isInFolder || trashName !== undefined)
      expect(filesIn(at), `${when}: ${name}`).toEqual(files);
  }
}

/** A copy that a kill has interrupted has no name. */
function expectWholeCopy(when: string): void {
  const [, files] = [...ITEMS_BY_NAME].at(-1) ?? [];
  if (namesIn(root()).includes(COPY))
    expect(filesIn(join(root(), COPY)), `${when}: copy`).toEqual(files);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function filesIn(folder: string): Record<string, string> {
  const inner = join(folder, 'inner');
  return Object.fromEntries(
    namesIn(inner).map((name) => [name, readFileSync(join(inner, name), 'utf8')]),
  );
}
