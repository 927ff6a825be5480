import { isIP } from 'node:net';
import { z } from 'zod';
import { parseDuration } from '../lib/duration.ts';

/** The type of a setting's value. */
export interface SettingType<Value> {
  /** Accepts a value of any source: a text, or the type of the file format. */
  readonly schema: z.ZodType<Value>;
  /** Placeholder of the value in the help; undefined for a switch. */
  readonly takes: string | undefined;
  /** Formats the default for the help. Not every result can be parsed again. */
  readonly format: (value: Value) => string;
}

/** `expected` completes the message "… has to be …"; `parse` returns undefined for a value that is not accepted. */
function settingType<Value>(
  takes: string | undefined,
  expected: string,
  parse: (given: unknown) => Value | undefined,
  format: (value: Value) => string = String,
): SettingType<Value> {
  const schema = z.unknown().transform((given, context): Value => {
    const value = parse(given);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: expected });
    return z.NEVER;
  });
  return { schema, takes, format };
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export const text = settingType('text', 'text', (given) =>
  typeof given === 'string' ? given : undefined,
);

export const filledText = settingType('name', 'a name that is not empty', (given) =>
  typeof given === 'string' && given.trim() !== '' ? given : undefined,
);

/** Prefixes of the values that select the managed store. */
const MANAGED = 'managed:';
const S3 = 's3://';

/** Location of the contents of a managed store. */
export type StoreLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  /** `prefix` is '' or ends with a slash. */
  | { readonly kind: 'bucket'; readonly name: string; readonly prefix: string };

export const storeLocation = settingType<StoreLocation>(
  'store',
  'managed: and a folder, such as managed:/var/lib/filebrowser, or s3:// and a bucket, such as s3://files/prefix',
  (given) => {
    if (typeof given !== 'string') return undefined;
    if (given.startsWith(S3)) return bucketOf(given.slice(S3.length));
    return given.startsWith(MANAGED) && given.length > MANAGED.length
      ? { kind: 'folder', folder: given.slice(MANAGED.length) }
      : undefined;
  },
  formatStoreLocation,
);

export function formatStoreLocation(location: StoreLocation): string {
  return location.kind === 'folder'
    ? `${MANAGED}${location.folder}`
    : `${S3}${location.name}/${location.prefix}`.replace(/\/$/, '');
}

function bucketOf(text: string): StoreLocation | undefined {
  const [name = '', ...rest] = text.split('/');
  if (!/^[\w.-]{3,255}$/.test(name)) return undefined;
  const names = rest.filter((part) => part !== '');
  // Some servers take these for steps in a path.
  if (names.some((part) => part === '.' || part === '..')) return undefined;
  return { kind: 'bucket', name, prefix: names.map((part) => `${part}/`).join('') };
}

/** The address of a service, without a path. */
export const serviceAddress = settingType(
  'address',
  'an address such as https://s3.example.org',
  (given) => {
    if (typeof given !== 'string' || !URL.canParse(given)) return undefined;
    const { protocol, origin, pathname, username, search } = new URL(given);
    const isBare = pathname === '/' && username === '' && search === '';
    return isBare && /^https?:$/.test(protocol) ? origin : undefined;
  },
);

export const onOrOff = settingType(undefined, 'true or false', (given) => {
  if (typeof given === 'boolean') return given;
  if (typeof given !== 'string') return undefined;
  if (['true', '1', 't'].includes(given.toLowerCase())) return true;
  return ['false', '0', 'f'].includes(given.toLowerCase()) ? false : undefined;
});

export const port = settingType('number', 'a number from 0 to 65535', (given) => {
  const number = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 65_535
    ? number
    : undefined;
});

/** A whole number from 1 to `most`, with at most as many digits as `most`. */
export function countUpTo(most: number) {
  const digits = new RegExp(String.raw`^\d{1,${String(most).length}}$`);
  return settingType('number', `a number from 1 to ${most}`, (given) => {
    const number = typeof given === 'string' && digits.test(given) ? Number(given) : given;
    return typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= most
      ? number
      : undefined;
  });
}

/** As in File Browser 2, a leading zero makes the number octal; any other number is decimal. */
export const mode = settingType(
  'mode',
  'permissions in octal with a leading zero, such as 0660',
  (given) => {
    const number = typeof given === 'string' ? modeFromText(given) : given;
    return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 0o777
      ? number
      : undefined;
  },
  (value) => `0${value.toString(8).padStart(3, '0')}`,
);

function modeFromText(given: string): number | undefined {
  const octal = /^0o?([0-7]+)$/.exec(given)?.[1];
  if (octal !== undefined) return Number.parseInt(octal, 8);
  return /^\d+$/.test(given) ? Number(given) : undefined;
}

export const duration = settingType(
  'time',
  'a time such as 2h30m, 90s or 30d',
  (given) => {
    const milliseconds = typeof given === 'string' ? parseDuration(given) : undefined;
    return milliseconds !== undefined && milliseconds > 0 ? milliseconds : undefined;
  },
  formatDuration,
);

function formatDuration(milliseconds: number): string {
  if (milliseconds >= 2 * DAY_MS) return `${milliseconds / DAY_MS}d`;
  return milliseconds >= HOUR_MS ? `${milliseconds / HOUR_MS}h` : `${milliseconds / MINUTE_MS}m`;
}

export const hash = settingType(
  'hash',
  'a bcrypt or argon2 hash, not the password itself',
  (given) => (typeof given === 'string' && isPasswordHash(given) ? given : undefined),
);

/** Returns whether the text is a hash made by bcrypt (`$2a$`, `$2b$`, `$2y$`) or argon2. */
export function isPasswordHash(candidate: string): boolean {
  return (
    /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(candidate) ||
    /^\$argon2(?:id|i|d)\$v=\d+\$m=\d+,t=\d+,p=\d+\$[+/A-Za-z0-9]+\$[+/A-Za-z0-9]+$/.test(candidate)
  );
}

export const token = settingType(
  'token',
  'at least 16 letters, digits or signs of ._~+/=-',
  (given) => (typeof given === 'string' && /^[\w.~+/=-]{16,512}$/.test(given) ? given : undefined),
);

export const basePath = settingType(
  'path',
  'a path such as /files, without "..", "?" and "#"',
  (given) => {
    if (typeof given !== 'string') return undefined;
    const names = given.split('/').filter((name) => name !== '');
    const plain = names.every((name) => /^[\w.~@:+,=!$-]+$/.test(name) && !/^\.\.?$/.test(name));
    // 'https://host/path' splits into plain names, but is not a path.
    if (!plain || given.includes('://')) return undefined;
    return names.map((name) => `/${name}`).join('');
  },
);

function formatList(items: readonly (string | number)[]): string {
  return items.length === 0 ? 'none' : items.join(',');
}

/** A list in a file, or text with commas. */
function listOf(expected: string, parse: (item: string) => string | undefined) {
  return settingType(
    'list',
    expected,
    (given) => {
      const items = typeof given === 'string' ? given.split(',') : given;
      if (!Array.isArray(items)) return undefined;
      const parsed = items
        .filter((item) => !(typeof item === 'string' && item.trim() === ''))
        .map((item: unknown) => (typeof item === 'string' ? parse(item.trim()) : undefined));
      const good = parsed.filter((item) => item !== undefined);
      return good.length === parsed.length ? good : undefined;
    },
    formatList,
  );
}

export const networks = listOf(
  'addresses or networks such as 10.0.0.0/8, separated by commas, with a prefix of at least 1',
  (item) => {
    const [address = '', prefix, ...rest] = item.split('/');
    const version = isIP(address);
    if (version === 0 || rest.length > 0) return undefined;
    if (prefix === undefined) return item;
    const longest = version === 4 ? 32 : 128;
    const isPrefix = /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= longest;
    return isPrefix ? item : undefined;
  },
);

export const ports = settingType(
  'list',
  'ports from 1 to 65535, separated by commas',
  (given) => {
    const items = typeof given === 'string' ? given.split(',') : [given].flat();
    const numbers = items.map((item: unknown) => {
      const written = typeof item === 'string' ? item.trim() : item;
      return port.schema.safeParse(written).data ?? 0;
    });
    return numbers.includes(0) ? undefined : [...new Set(numbers)];
  },
  formatList,
);

export const origins = listOf(
  'origins such as https://files.example.org, separated by commas',
  (item) => {
    if (!URL.canParse(item)) return undefined;
    const { protocol, origin, href } = new URL(item);
    const isBare = href === origin || href === `${origin}/`;
    return isBare && /^https?:$/.test(protocol) ? origin : undefined;
  },
);

export const sandboxUse = settingType('use', 'auto, require or off', (given) => {
  const known = ['auto', 'require', 'off'] as const;
  return known.find((word) => word === given);
});

export const folders = settingType(
  'folders',
  'absolute folders, separated by colons',
  (given) => {
    const items = typeof given === 'string' ? given.split(':') : given;
    if (!Array.isArray(items)) return undefined;
    const named = items.filter((item): item is string => typeof item === 'string' && item !== '');
    return named.length === items.length && named.every((item) => item.startsWith('/'))
      ? named
      : undefined;
  },
  (value) => value.join(':'),
);

const UNIT_BYTES = { '': 1, k: 1_024, m: 1_024 ** 2, g: 1_024 ** 3 } as const;

export const size = settingType(
  'size',
  'a size such as 64M',
  (given) => {
    const written = typeof given === 'number' ? given.toString() : given;
    if (typeof written !== 'string') return undefined;
    const [, digits, unit = ''] = /^(\d{1,12})([kmg]?)b?$/i.exec(written) ?? [];
    if (digits === undefined) return undefined;
    const bytes = Number(digits) * UNIT_BYTES[unit.toLowerCase() as keyof typeof UNIT_BYTES];
    return bytes > 0 ? bytes : undefined;
  },
  formatSize,
);

function formatSize(bytes: number): string {
  return `${bytes / UNIT_BYTES.m}M`;
}
