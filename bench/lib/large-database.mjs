import Sqlite from 'better-sqlite3';
import pg from 'pg';

const NUMBERS = {
  users: 10_000,
  shares: 100_000,
  auditEntries: 500_000,
  sessions: 300_000,
  /** Number of uses: of each of 20 shares that are used often, and of each other share. */
  uses: [10_000, 10],
};

/** Records that the next cleanup removes. They are added to a running server, because every start cleans up as well. */
const SURPLUS = {
  auditEntries: 500_000,
  expiredSessions: 50_000,
  /** Number of expired shares, each with the same number of uses. */
  endedShares: 10_000,
  /** Uses of each share that is used often. */
  uses: 2_000,
};

const OFTEN_USED = 20;
const DAY_MS = 86_400_000;
/** Number of shared files. */
export const SHARED_FILES = 1_000;
export const sharedFile = (index) => `file-${index % SHARED_FILES}.txt`;

const USER_COLUMNS = [
  ...['passwordHash', 'locale', 'viewMode', 'singleClick', 'redirectAfterCopyMove'],
  ...['permAdmin', 'permExecute', 'permCreate', 'permRename', 'permModify', 'permDelete'],
  ...['permShare', 'permDownload', 'commands', 'sortingBy', 'sortingAsc', 'rules'],
  ...['hideDotfiles', 'dateFormat', 'lockPassword', 'aceEditorTheme', 'createdAt', 'updatedAt'],
];

/**
 * Yields the SQL statements that fill a database. All other users are copies of the first administrator without administrator
 * rights.
 */
function statements({ numbersTo, now }) {
  const quoted = (names) => names.map((name) => `"${name}"`).join(', ');
  const copied = USER_COLUMNS.map((name) => (name === 'permAdmin' ? '0' : `u."${name}"`));
  const { users, shares, auditEntries, sessions, uses } = NUMBERS;
  const permanentOrLater = `case when n % 3 = 0 then 0 else ${Math.floor(now / 1_000)} + 864000 + n end`;
  return [
    `insert into "user" ("username", "scope", ${quoted(USER_COLUMNS)})
       select 'user-' || n, '/', ${copied.join(', ')} from ${numbersTo(users)}, "user" u where u.id = 1`,
    newShares({ from: numbersTo(shares), hash: 'hash', expire: permanentOrLater, now }),
    newUses({ from: `${numbersTo(shares)}, ${numbersTo(uses[1], 'm')}`, now }),
    newUses({ from: `${numbersTo(OFTEN_USED)}, ${numbersTo(uses[0], 'm')}`, now }),
    newSessions({ from: numbersTo(sessions), name: 'session', now, expiresAt: now + DAY_MS }),
    newEntries({ from: numbersTo(auditEntries), now, since: now - auditEntries * 1_000 }),
  ];
}

function surplusStatements({ numbersTo, now }) {
  const { auditEntries, expiredSessions, endedShares, uses } = SURPLUS;
  const ended = numbersTo(endedShares);
  const hash = `ended-${now}`;
  return [
    newShares({ from: ended, hash, expire: Math.floor(now / 1_000) - 1, now }),
    newUses({ from: `${ended}, ${numbersTo(NUMBERS.uses[1], 'm')}`, hash, now }),
    newUses({ from: `${numbersTo(OFTEN_USED)}, ${numbersTo(uses, 'm')}`, now }),
    newSessions({
      ...{ from: numbersTo(expiredSessions), name: `expired-${now}`, now },
      expiresAt: now - 2 * expiredSessions,
    }),
    newEntries({ from: numbersTo(auditEntries), now, since: now }),
  ];
}

function newShares({ from, hash, expire, now }) {
  return `insert into "share" ("hash", "userId", "place", "isFolder", "expire", "createdAt", "opened", "downloaded")
    select '${hash}-' || n, 1 + n % ${NUMBERS.users}, '/file-' || (n % ${SHARED_FILES}) || '.txt', 0, ${expire}, ${now}, n % 7, 0
    from ${from}`;
}

function newUses({ from, hash = 'hash', now }) {
  return `insert into "shareUse" ("hash", "kind", "at", "address", "path", "bytes", "whole")
    select '${hash}-' || n, 'opened', ${now} - n, '192.0.2.1', '/', 0, 1 from ${from}`;
}

function newSessions({ from, name, now, expiresAt }) {
  return `insert into "session" ("idHash", "userId", "createdAt", "expiresAt", "endsAt", "device", "address", "lastUsedAt")
    select '${name}-' || n, 1 + n % ${NUMBERS.users}, ${now}, ${expiresAt} + n, ${expiresAt} + n, 'a browser', '192.0.2.1', ${now} - n
    from ${from}`;
}

function newEntries({ from, now, since }) {
  const acts = `case n % 100 when 0 then 'user-remove' when 1 then 'sign-in' else 'upload' end`;
  const at = since < now ? `${since} + n * 1000` : `${now}`;
  return `insert into "audit" ("at", "act", "username", "address", "about", "status")
    select ${at}, ${acts}, 'user-' || (n % ${NUMBERS.users}), '192.0.2.1', '/file-' || (n % ${SHARED_FILES}) || '.txt',
      case when n % 200 = 0 then 403 else 200 end
    from ${from}`;
}

/** Fills a SQLite database after its first start, while no server uses it. */
export function fillSqlite(file) {
  runOnSqlite(file, statements);
}

/** Adds the records that the next cleanup removes to the database of a running server. */
export function addSurplusToSqlite(file) {
  runOnSqlite(file, surplusStatements);
}

function runOnSqlite(file, textsOf) {
  const sqlite = new Sqlite(file);
  sqlite.pragma('synchronous = off');
  sqlite.pragma('foreign_keys = off');
  const numbersTo = (most, name = 'n') =>
    `(with recursive "count"(${name}) as (select 1 union all select ${name} + 1 from "count" where ${name} < ${most})
      select ${name} from "count") as ${name}s`;
  for (const text of textsOf({ numbersTo, now: Date.now() })) sqlite.exec(text);
  // Without this, the next commit of the server would wait for the flush of all these records.
  sqlite.pragma('synchronous = full');
  sqlite.pragma('wal_checkpoint(truncate)');
  sqlite.close();
}

/** Fills a PostgreSQL database after its first start. */
export async function fillPostgres(url) {
  await runOnPostgres(url, statements);
}

/** Adds the records that the next cleanup removes to the database of a running server. */
export async function addSurplusToPostgres(url) {
  await runOnPostgres(url, surplusStatements);
}

async function runOnPostgres(url, textsOf) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const numbersTo = (most, name = 'n') =>
    `(select ${name} from generate_series(1, ${most}) as ${name}) as ${name}s`;
  for (const text of textsOf({ numbersTo, now: Date.now() })) await client.query(text);
  await client.query('vacuum analyze');
  await client.end();
}
