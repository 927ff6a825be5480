/**
 * Kills the process right before a database query runs for the nth time. Loaded before the program, as
 * `kill-at-query.ts?query=delete from trash&nth=2`. The query is named by its first words, in lower case.
 */
import Sqlite from 'better-sqlite3';
import { Client } from 'pg';

type Call = (...args: unknown[]) => unknown;

const wanted = new URL(import.meta.url).searchParams;
const query = wanted.get('query') ?? '';
let left = Number(wanted.get('nth') ?? 1);

function count(text: string): void {
  const words = text.toLowerCase().match(/\w+/g)?.join(' ') ?? '';
  if (!words.startsWith(query)) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

/** Replaces a method of an object by one that counts the query before. */
function watch(client: object, method: string, textOf: (args: unknown[]) => string): void {
  const original = Reflect.get(client, method) as Call;
  Reflect.set(client, method, function (this: unknown, ...args: unknown[]) {
    count(textOf(args));
    return original.apply(this, args);
  });
}

watch(Client.prototype, 'query', ([question]) =>
  typeof question === 'object' && question !== null && 'text' in question
    ? String(question.text)
    : String(question),
);
const prepare = Reflect.get(Sqlite.prototype, 'prepare') as Call;
Reflect.set(Sqlite.prototype, 'prepare', function (this: unknown, ...args: unknown[]) {
  const statement = prepare.apply(this, args) as object;
  for (const method of ['all', 'run', 'get']) watch(statement, method, () => String(args[0]));
  return statement;
});
