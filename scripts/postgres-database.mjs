import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Creates a database beside the one at `serverUrl`: an empty one, or a copy of the database `template`, which has no connections. */
export async function createPostgresDatabase(serverUrl, template) {
  const name = `filebrowser_${randomUUID().replaceAll('-', '')}`;
  const copied = template === undefined ? '' : ` template ${template} strategy file_copy`;
  await runStatement(serverUrl, `create database ${name}${copied}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: () => runStatement(serverUrl, `drop database ${name} with (force)`),
  };
}

async function runStatement(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
