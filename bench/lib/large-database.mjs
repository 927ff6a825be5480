import Sqlite from 'better-sqlite3';
import pg from 'pg';

export const NUMBERS = {
  users: 10_000,
  shares: 100_000,
  auditEntries: 1_000_000,
  sessions: 300_000,
  /** Of 20 shares that are used often, and of all others. */
  uses: [12_000, 10],
};

const OFTEN_USED = 20;
const DAY_MS = 86_400_000;
/** So many files are shared; each by many. */
export const SHARED_FILES = 1_000;
export const sharedFile = (index) => `file-${index % SHARED_FILES}.txt`;

const USER_COLUMNS = [
  ...['passwordHash', 'locale', 'viewMode', 'singleClick', 'redirectAfterCopyMove'],
  ...['permAdmin', 'permExecute', 'permCreate', 'permRename', 'permModify', 'permDelete'],
  ...['permShare', 'permDownload', 'commands', 'sortingBy', 'sortingAsc', 'rules'],
  ...['hideDotfiles', 'dateFormat', 'lockPassword', 'aceEditorTheme', 'createdAt', 'updatedAt'],
];

/** Everybody else is like the administrator that the first start has made, without being one. */
function statements({ numbersTo, now }) {
  const quoted = (names) => names.map((name) => `"${name}"`).join(', ');
  const copied = USER_COLUMNS.map((name) => (name === 'permAdmin' ? '0' : `u."${name}"`));
  const { users, shares, auditEntries, sessions, uses } = NUMBERS;
  const acts = `case n % 100 when 0 then 'user-remove' when 1 then 'sign-in' else 'upload' end`;
  const status = `case when n % 200 = 0 then 403 else 200 end`;
  return [
    `insert into "user" ("username", "scope", ${quoted(USER_COLUMNS)})
       select 'user-' || n, '/', ${copied.join(', ')} from ${numbersTo(users)}, "user" u where u.id = 1`,
    `insert into "share" ("hash", "userId", "place", "isFolder", "expire", "createdAt", "opened", "downloaded")
       select 'hash-' || n, 1 + n % ${users}, '/file-' || (n % ${SHARED_FILES}) || '.txt', 0,
         case when n % 3 = 0 then 0 else ${Math.floor(now / 1_000)} + 864000 + n end, ${now}, 0, 0
       from ${numbersTo(shares)}`,
    `insert into "shareUse" ("hash", "kind", "at", "address", "path", "bytes", "whole")
       select 'hash-' || n, 'opened', ${now} - n, '192.0.2.1', '/', 0, 1
       from ${numbersTo(shares)}, ${numbersTo(uses[1], 'm')}`,
    `insert into "shareUse" ("hash", "kind", "at", "address", "path", "bytes", "whole")
       select 'hash-' || n, 'opened', ${now} - n, '192.0.2.1', '/', 0, 1
       from ${numbersTo(OFTEN_USED)}, ${numbersTo(uses[0], 'm')}`,
    `insert into "session" ("idHash", "userId", "createdAt", "expiresAt", "endsAt", "device", "address", "lastUsedAt")
       select 'session-' || n, 1 + n % ${users}, ${now}, ${now} + ${DAY_MS} + n, ${now} + ${20 * DAY_MS},
         'a browser', '192.0.2.1', ${now} - n
       from ${numbersTo(sessions)}`,
    `insert into "audit" ("at", "act", "username", "address", "about", "status")
       select ${now} - (${auditEntries} - n) * 1000, ${acts}, 'user-' || (n % ${users}), '192.0.2.1',
         '/file-' || (n % ${SHARED_FILES}) || '.txt', ${status}
       from ${numbersTo(auditEntries)}`,
  ];
}

/** Fills a database that a first start has made. */
export function fillSqlite(file) {
  const sqlite = new Sqlite(file);
  sqlite.pragma('synchronous = off');
  sqlite.pragma('foreign_keys = off');
  const numbersTo = (most, name = 'n') =>
    `(with recursive "count"(${name}) as (select 1 union all select ${name} + 1 from "count" where ${name} < ${most})
      select ${name} from "count") as ${name}s`;
  for (const text of statements({ numbersTo, now: Date.now() })) sqlite.exec(text);
  sqlite.pragma('wal_checkpoint(truncate)');
  sqlite.close();
}

export async function fillPostgres(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const numbersTo = (most, name = 'n') =>
    `(select ${name} from generate_series(1, ${most}) as ${name}) as ${name}s`;
  for (const text of statements({ numbersTo, now: Date.now() })) await client.query(text);
  await client.query('vacuum analyze');
  await client.end();
}
