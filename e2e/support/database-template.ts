import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuiltServer, type DatabaseTemplate } from './built-server.ts';

/** Environment variable that passes the template from the set-up of a run to its workers, as JSON. */
const VARIABLE = 'FB_TEST_DATABASE_TEMPLATE';

/**
 * Creates the database that most test servers start with: that of a new server, whose administrator uses the list view,
 * which shows sizes and dates. Playwright calls this function before a run, and the returned one after it.
 */
export default async function provideDatabaseTemplate(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'filebrowser-template-'));
  const file = join(folder, 'filebrowser.db');
  const server = await BuiltServer.start();
  const template: DatabaseTemplate = { file, admin: server.admin };
  await server.prefer({ viewMode: 'list' });
  await server.stop();
  copyFileSync(server.database, file);
  await server.remove();
  process.env[VARIABLE] = JSON.stringify(template);
  return () => rmSync(folder, { recursive: true, force: true });
}

export function databaseTemplate(): DatabaseTemplate {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error(`${VARIABLE} is not set: the set-up has not run`);
  return JSON.parse(text) as DatabaseTemplate;
}
