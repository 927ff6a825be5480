import { ViewMode } from '#contract/users.ts';
import { isPasswordHash } from '../../config/setting-types.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { PERMISSION_NAMES } from './import-users.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A column of a CSV file. `read` returns undefined for an invalid cell; `expected` describes valid ones. */
export interface CsvColumn {
  readonly name: string;
  readonly expected: string;
  /** `before` contains the fields of the cells to the left, and the defaults. */
  read(cell: string, before: Fields): Fields | undefined;
}

const COLUMNS: readonly CsvColumn[] = [
  text('username'),
  {
    name: 'password',
    expected: 'a password or its hash',
    read: (cell) => (isPasswordHash(cell) ? { hash: cell } : { plainPassword: cell }),
  },
  {
    name: 'hash',
    expected: 'a bcrypt or argon2 hash',
    read: (cell) => (isPasswordHash(cell) ? { hash: cell } : undefined),
  },
  {
    name: 'id',
    expected: 'a number',
    read: (cell) => (/^\d{1,15}$/.test(cell) ? { id: Number(cell) } : undefined),
  },
  text('scope'),
  text('locale'),
  text('aceEditorTheme'),
  {
    name: 'viewMode',
    expected: `one of ${ViewMode.options.join(', ')}`,
    read(cell) {
      const viewMode = ViewMode.options.find((option) => option === cell);
      return viewMode && { viewMode };
    },
  },
  onOrOff('lockPassword'),
  onOrOff('singleClick'),
  onOrOff('redirectAfterCopyMove'),
  onOrOff('hideDotfiles'),
  onOrOff('dateFormat'),
  { name: 'commands', expected: 'words', read: (cell) => ({ commands: wordsOf(cell) }) },
  {
    name: 'permissions',
    expected: `words out of ${PERMISSION_NAMES.join(', ')}`,
    read(cell) {
      const words: readonly string[] = wordsOf(cell);
      if (words.some((word) => !isPermission(word))) return undefined;
      return {
        perm: Object.fromEntries(PERMISSION_NAMES.map((name) => [name, words.includes(name)])),
      };
    },
  },
  ...PERMISSION_NAMES.flatMap((name) => [permission(name, name), permission(name, `perm.${name}`)]),
  {
    name: 'sorting.by',
    expected: 'name, size or modified',
    read: (cell, { sorting }) =>
      ['name', 'size', 'modified'].includes(cell)
        ? { sorting: { ...fieldsOf(sorting), by: cell } }
        : undefined,
  },
  {
    name: 'sorting.asc',
    expected: 'true or false',
    read(cell, { sorting }) {
      const asc = switchFrom(cell);
      return asc === undefined ? undefined : { sorting: { ...fieldsOf(sorting), asc } };
    },
  },
];

const byFoldedName = new Map(COLUMNS.map((column) => [folded(column.name), column]));

/**
 * Finds a column by its name in the first line, in any spelling: `View mode`, `view_mode`. Undefined for an unknown
 * one.
 */
export function csvColumnNamed(header: string): CsvColumn | undefined {
  return byFoldedName.get(folded(header));
}

/** Returns the column with the most similar name. */
export function nearestColumn(header: string): string | undefined {
  return nearestName(
    header,
    COLUMNS.map(({ name }) => name),
  );
}

function folded(header: string): string {
  return header.replaceAll(/[\s_-]/g, '').toLowerCase();
}

function text(name: string): CsvColumn {
  return { name, expected: 'text', read: (cell) => ({ [name]: cell }) };
}

function onOrOff(name: string): CsvColumn {
  return {
    name,
    expected: 'true or false',
    read(cell) {
      const value = switchFrom(cell);
      return value === undefined ? undefined : { [name]: value };
    },
  };
}

function permission(key: string, name: string): CsvColumn {
  return {
    name,
    expected: 'true or false',
    read(cell, { perm }) {
      const value = switchFrom(cell);
      return value === undefined ? undefined : { perm: { ...fieldsOf(perm), [key]: value } };
    },
  };
}

function isPermission(word: string): boolean {
  return PERMISSION_NAMES.some((name) => name === word);
}

function fieldsOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function wordsOf(cell: string): string[] {
  return cell.split(/[\s,;]+/).filter((word) => word !== '');
}

function switchFrom(cell: string): boolean | undefined {
  const word = cell.toLowerCase();
  if (['true', 't', 'yes', 'y', 'on', '1'].includes(word)) return true;
  return ['false', 'f', 'no', 'n', 'off', '0'].includes(word) ? false : undefined;
}
