/**
 * Logs each step of a program before which a power cut could come: calls that change something in its working folder, and all
 * database queries. Loaded before the program. `log-each-step.ts?kill=linkSync` kills the process right before the first step
 * of that name. `log-each-step.ts?copy=FOLDER` copies the working folder before each step to FOLDER, as `7 linkSync`.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Client } from 'pg';

const BY_PATH = ['linkSync', 'renameSync', 'rmSync'] as const;
const BY_DESCRIPTOR = ['fsyncSync', 'writeSync'] as const;

const wanted = new URL(import.meta.url).searchParams;
const fatal = wanted.get('kill');
const copies = wanted.get('copy') ?? undefined;
const folder = process.cwd();

let steps = 0;
let isCopying = false;
let last = '';

function step(name: string): void {
  if (isCopying) return;
  steps += 1;
  if (name === fatal) process.kill(process.pid, 'SIGKILL');
  if (copies === undefined) return;
  isCopying = true;
  try {
    const now = digestOfFolder();
    if (now !== last) fs.cpSync(folder, join(copies, `${steps} ${name}`), COPYING);
    last = now;
  } finally {
    isCopying = false;
  }
}

const COPYING = { recursive: true, preserveTimestamps: true };

function digestOfFolder(): string {
  const hash = createHash('sha256');
  for (const name of fs.readdirSync(folder).toSorted()) {
    hash.update(`${name}\0`).update(fs.readFileSync(join(folder, name)));
  }
  return hash.digest('hex');
}

type Call = (...args: unknown[]) => unknown;
const calls: Record<string, unknown> = { ...fs };

function watch(name: string, isMeant: (first: unknown) => boolean): void {
  const original = calls[name] as Call; // All names below are names of functions.
  Reflect.set(fs, name, (...args: unknown[]) => {
    if (isMeant(args[0])) step(name);
    return original.apply(fs, args);
  });
}

for (const name of BY_PATH) watch(name, (path) => String(path).startsWith(folder));
for (const name of BY_DESCRIPTOR) watch(name, () => true);
syncBuiltinESMExports();

/** Number of words that name a query, such as `insert into user`. */
const NAMING_WORDS = 3;

/** Wraps the one function of a database client through which all queries go. */
function watchQuestions(client: object, method: string, textOf: (question: unknown) => string) {
  const original = Reflect.get(client, method) as Call;
  Reflect.set(client, method, function (this: unknown, ...args: unknown[]) {
    step(textOf(args[0]).match(/\w+/g)?.slice(0, NAMING_WORDS).join(' ') ?? '');
    return original.apply(this, args);
  });
}

watchQuestions(Sqlite.prototype, 'prepare', String);
watchQuestions(Client.prototype, 'query', (question) =>
  typeof question === 'object' && question !== null && 'text' in question
    ? String(question.text)
    : String(question),
);
