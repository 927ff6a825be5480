import type { TreePath } from '#contract/paths.ts';
import { transferUrl, type TransferQuery } from '#contract/transfers.ts';
import { onTestFinished } from 'vitest';
import { listOperations } from '../metadata/operation-journal.ts';
import { insertShare } from '../metadata/shares.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { openLocalDriver } from '../storage/local/local-driver.ts';
import { type TestApp, type TestAppOptions, startTestApp } from '../testing/app.ts';
import type { Client, Reply } from '../testing/client.ts';
import { aShare, treePath } from '../testing/stored-records.ts';
import { entryAt } from './entry-at.ts';

export type LinksByHash = Readonly<Record<string, string>>;

/** A server, a logged-in user, and shares of some of its files. */
export interface SharedFiles {
  readonly app: TestApp;
  readonly anna: Client;
  /** The path of each share by its hash, in brackets if the entry there is not the shared item. */
  links(app?: TestApp): Promise<Record<string, string>>;
}

/** Starts a server. The shares are created after `prepare` has created what `files` cannot. */
export async function startWithLinks(
  options: TestAppOptions,
  paths: LinksByHash,
  prepare: (root: string) => Promise<void> = async () => undefined,
): Promise<SharedFiles> {
  const app = await startTestApp(options);
  await prepare(app.root);
  let running = app;
  onTestFinished(() => running[Symbol.asyncDispose]());
  const followExternalSymlinks = options.config?.files?.followExternalSymlinks ?? false;
  const driver = openLocalDriver({ root: app.root, followExternalSymlinks });
  onTestFinished(() => driver.close());
  const anna = await app.logIn();
  const { id: userId } = await app.addUser({ username: 'otto' });
  for (const [hash, path] of Object.entries(paths)) {
    const resolvedPath = treePath(path);
    const item = (await entryAt({ driver }, resolvedPath))?.fingerprint;
    await app.db.write((tx) => insertShare(tx, aShare({ hash, userId, path: resolvedPath, item })));
  }
  return {
    app,
    anna,
    async links(now = app) {
      running = now;
      return linksOf(now, driver);
    },
  };
}

async function linksOf({ db }: TestApp, driver: StorageDriver): Promise<Record<string, string>> {
  const rows = await db.read
    .selectFrom('share')
    .select(['hash', 'place as path', 'item'])
    .orderBy('hash')
    .execute();
  const found: Record<string, string> = {};
  for (const { hash, path, item } of rows) {
    const there = await entryAt({ driver }, path as TreePath); // Only TreePaths are stored there.
    if (there === undefined) found[hash] = `${path} (gone)`;
    else found[hash] = there.fingerprint === item ? path : `${path} (replaced)`;
  }
  return found;
}

/** Returns the shares that are held, because an operation is running or was interrupted. */
export async function heldLinks({ db }: TestApp): Promise<string[]> {
  const operations = await listOperations(db.read);
  return operations.flatMap(({ shares }) => shares.map(({ hash }) => hash)).toSorted();
}

export function transfer(
  who: Client,
  action: TransferQuery['action'],
  [from, destination]: readonly [string, string],
  { override = false, rename = false } = {},
): Promise<Reply> {
  return who.patch(transferUrl(from, { action, destination, override, rename }));
}
