import type { RequestListener, Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseTreePath, type TreePath } from '#contract/paths.ts';
import { createAuthenticator } from './access/authenticator.ts';
import { createArchivePool } from './archives/archive-pool.ts';
import type { Config } from './config/config.ts';
import { readVersion } from './config/version.ts';
import { downloadRoutes } from './features/downloads/routes.ts';
import { actRoutes } from './features/files/act-routes.ts';
import { Operations } from './features/files/operations.ts';
import { fileRoutes } from './features/files/routes.ts';
import { walkRoutes } from './features/files/walk-routes.ts';
import { readBuiltPage, type PageSource } from './features/page/built-page.ts';
import { answerUnknown, pageRoutes } from './features/page/routes.ts';
import { sessionRoutes } from './features/session/routes.ts';
import {
  cleanUploadsRegularly,
  removeForgottenUploads,
  settleUploads,
} from './features/uploads/forgotten-uploads.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { UploadLocks } from './features/uploads/upload-locks.ts';
import { makeFirstUser } from './features/users/first-user.ts';
import { userRoutes } from './features/users/routes.ts';
import { authenticateRequests } from './http/authenticate.ts';
import { createHttp } from './http/create-http.ts';
import { collectMethods } from './http/method-not-allowed.ts';
import { readGlobalSettings, readOrCreateSigningKey } from './metadata/settings.ts';
import type { Logger } from './logger.ts';
import type { Database } from './metadata/database.ts';
import { openStorage } from './storage/open.ts';
import { createActLedger } from './tree/act-ledger.ts';
import { createHashPool } from './tree/checksums/hash-pool.ts';
import { createListingPool } from './tree/listing/listing-pool.ts';
import { createPartLedger } from './tree/part-ledger.ts';
import { PathLocks } from './tree/path-locks.ts';
import { repairTree } from './tree/repair.ts';
import { createWalks } from './tree/walks/walk-pool.ts';

export interface App {
  /** Made by `createServer` of the parts. It does not listen yet. */
  readonly server: Server;
  /** Set when this start made the first user and nobody gave a hash. */
  readonly firstUserPassword: string | undefined;
  /** Called when no connection is left. Does not close the database. */
  close(): Promise<void>;
}

/** What the app does not make itself. */
export interface AppParts {
  readonly database: Database;
  readonly logger: Logger;
  createServer(listener: RequestListener): Server;
  /** Where the built page lies, when not beside the server. */
  readonly page?: URL | undefined;
  /** In development: the index page fresh from the sources, its scripts marked with the nonce. */
  readonly readIndexPage?: (url: string, nonce: string) => Promise<string>;
}

/** Builds every service and mounts every room, by hand: the table of contents of the server. */
export async function buildApp(config: Config, parts: AppParts): Promise<App> {
  const { database: db, logger } = parts;
  const { baseUrl } = config;
  const signingKey = await readOrCreateSigningKey(db);

  const driver = openStorage(config, await readGlobalSettings(db.read));
  const listing = createListingPool();
  const walks = createWalks(driver);
  const archives = createArchivePool();
  const hashing = createHashPool();
  const sniff = config.files.typeDetectionByHeader;
  const tree = {
    driver,
    listing,
    hashing,
    walks,
    sniff,
    parts: createPartLedger(db),
    acts: createActLedger(db),
    locks: new PathLocks(),
  };

  const protectedPlaces = placesInside(config.root, config.protectedPaths);
  const authenticator = createAuthenticator({ db, signingKey, protectedPlaces });
  const sessions = { db, signingKey, limits: config.sessions };
  const uploads = { tree, db, locks: new UploadLocks(), expiryMs: config.uploads.expiryMs };
  const operations = new Operations();
  const facts = { baseUrl, version: readVersion(), switches: config.features };
  const page = { db, facts, source: pageSourceOf(parts) };

  const app = createHttp({
    baseUrl,
    trust: config.trust,
    logger,
    createServer: parts.createServer,
  });
  authenticateRequests(app, authenticator);
  const refuseWrongMethods = collectMethods(app);
  await app.register(sessionRoutes(sessions, baseUrl));
  await app.register(userRoutes(db));
  await app.register(fileRoutes(tree));
  await app.register(actRoutes(tree, operations, baseUrl));
  await app.register(walkRoutes(tree));
  await app.register(uploadRoutes(uploads, baseUrl));
  await app.register(downloadRoutes(tree, archives));
  await app.register(pageRoutes(page));
  refuseWrongMethods();
  app.setNotFoundHandler(answerUnknown(page));
  await app.ready();

  // Before the uploads: they may wait in a folder whose move was cut off.
  await repairTree(tree, db, logger);
  await settleUploads(uploads, logger);
  await removeForgottenUploads(uploads, logger);
  // Last of what can fail: a start that broke down after it would never show the password again.
  const firstUserPassword = await makeFirstUser(db, config.firstUser);
  const stopCleaning = cleanUploadsRegularly(uploads, logger);

  return {
    server: app.server,
    firstUserPassword,
    async close() {
      stopCleaning();
      await operations.stop();
      await app.close();
      await walks.close();
      await listing.close();
      await archives.close();
      await hashing.close();
      await driver.close();
    },
  };
}

/** The server's own files that lie in the served folder, as paths of the tree. */
function placesInside(root: string, files: readonly string[]): TreePath[] {
  const prefix = root === '/' ? '/' : `${root}/`;
  return files
    .filter((file) => file.startsWith(prefix))
    .map((file) => parseTreePath(`/${file.slice(prefix.length)}`))
    .filter((path) => path !== undefined);
}

/** In development Vite hands out the page; else it is read once, as it was built. */
function pageSourceOf({ page, readIndexPage }: AppParts): PageSource {
  if (readIndexPage === undefined) return readBuiltPage(page ?? builtPageFolder());
  return { folder: fileURLToPath(new URL('../web/public/', import.meta.url)), read: readIndexPage };
}

/** Sources lie one folder below the project, and what is built from them two. */
function builtPageFolder(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? '../dist/web/' : '../web/', import.meta.url);
}
