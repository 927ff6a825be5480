import { derivedHome } from '../../administration/homes/derived-home.ts';
import { requireHome } from '../../administration/homes/require-home.ts';
import { requireUnownedHome, homeOfAnotherUser } from '../../administration/homes/unowned-home.ts';
import { requireGoodFields } from '../../administration/users/user-fields.ts';
import { CsvError, type CsvRecord, readCsv } from '../../lib/csv.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { Reader } from '../../metadata/database.ts';
import type { StoredGlobalSettings } from '../../metadata/setting-documents.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import { findUserByName } from '../../metadata/users.ts';
import { withPosition, type ReadUser, UserRecord } from './import-users.ts';
import { type CsvColumn, csvColumnNamed, nearestColumn } from './csv-columns.ts';

/**
 * Reads users from CSV. The first line names the columns, and an empty cell means the default for new users. Throws
 * StartupError with the line of a mistake.
 */
export async function readCsvUsers(db: Reader, path: string, text: string): Promise<ReadUser[]> {
  const [head, ...rows] = recordsOf(path, text);
  if (head === undefined) throw new StartupError(`${path} is empty`);
  const columns = columnsOf(`${path}, line ${head.line}`, head.cells);
  const settings = await readGlobalSettings(db);
  const scopes = new Scopes(db, settings);
  const users: ReadUser[] = [];
  for (const { line, cells } of rows) {
    const position = `${path}, line ${line}`;
    const fields = fieldsOf(position, columns, cells, settings);
    const user = await withPosition(position, async () => {
      const read = readUser(position, fields);
      return { ...read, scope: await scopes.of(read) };
    });
    users.push({ position, user });
  }
  return users;
}

function recordsOf(path: string, text: string): CsvRecord[] {
  try {
    return readCsv(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new StartupError(`${path}, line ${error.line}: ${error.message}`, { cause: error });
  }
}

function columnsOf(position: string, headers: readonly string[]): CsvColumn[] {
  const columns = headers.map((header) => {
    const column = csvColumnNamed(header);
    if (column !== undefined) return column;
    const near = nearestColumn(header);
    const meant = near === undefined ? '' : `; did you mean ${near}?`;
    throw new StartupError(`${position}: there is no column ${JSON.stringify(header)}${meant}`);
  });
  const names = columns.map(({ name }) => name);
  if (!names.includes('username'))
    throw new StartupError(`${position}: a column username is missing`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new StartupError(`${position}: the column ${twice} is there twice`);
  return columns;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the fields of a row. A list of permissions replaces all of them, so it is applied before the columns of single
 * permissions, in any order of the columns.
 */
function fieldsOf(
  position: string,
  columns: readonly CsvColumn[],
  cells: readonly string[],
  { defaults }: StoredGlobalSettings,
): Fields {
  if (cells.length !== columns.length) {
    throw new StartupError(`${position}: ${cells.length} cells, but ${columns.length} columns`);
  }
  const pairs = columns.map((column, index) => ({ column, cell: cells[index] ?? '' }));
  const inOrder = [
    ...pairs.filter(({ column }) => column.name === 'permissions'),
    ...pairs.filter(({ column }) => column.name !== 'permissions'),
  ];
  const { scope: _, ...standard } = defaults;
  let fields: Fields = standard;
  for (const { column, cell } of inOrder) {
    if (cell === '') continue;
    const changes = column.read(column.name === 'password' ? cell : cell.trim(), fields);
    if (changes === undefined) {
      throw new StartupError(`${position}: ${column.name}: has to be ${column.expected}`);
    }
    fields = { ...fields, ...changes };
  }
  return fields;
}

function readUser(position: string, fields: Fields): UserRecord {
  const scope = typeof fields['scope'] === 'string' ? fields['scope'] : '';
  const result = UserRecord.safeParse({ username: '', ...fields, scope });
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new StartupError(`${position}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { perm, ...others } = result.data;
  requireGoodFields({ ...others, ...(perm !== undefined && { perm }) });
  return result.data;
}

/**
 * Determines the scopes of imported users. Without a given scope, existing users keep theirs, and new users get the default
 * one, as with `users add`.
 */
class Scopes {
  readonly #db: Reader;
  readonly #settings: StoredGlobalSettings;
  readonly #derived = new Set<string>();

  constructor(db: Reader, settings: StoredGlobalSettings) {
    this.#db = db;
    this.#settings = settings;
  }

  async of({ username, scope }: Pick<UserRecord, 'username' | 'scope'>): Promise<string> {
    if (scope !== '') return requireHome(scope);
    const existing = await findUserByName(this.#db, username);
    if (existing !== undefined) return existing.scope;
    const { createUserDir, defaults } = this.#settings;
    return createUserDir ? this.#ownHome(username) : requireHome(defaults.scope);
  }

  /** Derives a home from the user name. Throws `already-exists` if another user has it, as two names can give the same folder. */
  async #ownHome(username: string): Promise<string> {
    const home = derivedHome(this.#settings.userHomeBasePath, username);
    await requireUnownedHome(this.#db, home);
    if (this.#derived.has(home.toLowerCase())) {
      throw homeOfAnotherUser();
    }
    this.#derived.add(home.toLowerCase());
    return home;
  }
}
