import { isIP } from 'node:net';
import { z } from 'zod';
import { parseDuration } from '../lib/duration.ts';

/** Turns text or a file's own type into the value; undefined is a mistake. */
function reads<T>(expected: string, parse: (given: unknown) => T | undefined) {
  return z.unknown().transform((given, context): T => {
    const value = parse(given);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: expected });
    return z.NEVER;
  });
}

const text = reads('text', (given) => (typeof given === 'string' ? given : undefined));

const filledText = reads('a name that is not empty', (given) =>
  typeof given === 'string' && given.trim() !== '' ? given : undefined,
);

const onOrOff = reads('true or false', (given) => {
  if (typeof given === 'boolean') return given;
  if (typeof given !== 'string') return undefined;
  if (['true', '1', 't'].includes(given.toLowerCase())) return true;
  return ['false', '0', 'f'].includes(given.toLowerCase()) ? false : undefined;
});

const port = reads('a number from 0 to 65535', (given) => {
  const number = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 65_535
    ? number
    : undefined;
});

/** As the predecessor reads it: a leading zero makes it octal, everything else is decimal. */
const mode = reads('permissions in octal with a leading zero, such as 0660', (given) => {
  const number = typeof given === 'string' ? modeFromText(given) : given;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 0o777
    ? number
    : undefined;
});

function modeFromText(given: string): number | undefined {
  const octal = /^0o?([0-7]+)$/.exec(given)?.[1];
  if (octal !== undefined) return Number.parseInt(octal, 8);
  return /^\d+$/.test(given) ? Number(given) : undefined;
}

const duration = reads('a time such as 2h30m, 90s or 30d', (given) => {
  const milliseconds = typeof given === 'string' ? parseDuration(given) : undefined;
  return milliseconds !== undefined && milliseconds > 0 ? milliseconds : undefined;
});

const hash = reads('a bcrypt or argon2 hash, not the password itself', (given) =>
  typeof given === 'string' && isPasswordHash(given) ? given : undefined,
);

/** True for what bcrypt (`$2a$`, `$2b$`, `$2y$`) and argon2 make; the password itself is none. */
export function isPasswordHash(candidate: string): boolean {
  return (
    /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(candidate) ||
    /^\$argon2(?:id|i|d)\$v=\d+\$m=\d+,t=\d+,p=\d+\$[+/A-Za-z0-9]+\$[+/A-Za-z0-9]+$/.test(candidate)
  );
}

const basePath = reads('a path such as /files, without "..", "?" and "#"', (given) => {
  if (typeof given !== 'string') return undefined;
  const names = given.split('/').filter((name) => name !== '');
  const plain = names.every((name) => /^[\w.~@:+,=!$-]+$/.test(name) && !/^\.\.?$/.test(name));
  // 'https://host/path' falls apart into plain names, but is no path.
  if (!plain || given.includes('://')) return undefined;
  return names.map((name) => `/${name}`).join('');
});

/** A list in a file, or text with commas. */
function listOf(expected: string, parse: (item: string) => string | undefined) {
  return reads(expected, (given) => {
    const items = typeof given === 'string' ? given.split(',') : given;
    if (!Array.isArray(items)) return undefined;
    const parsed = items
      .filter((item) => !(typeof item === 'string' && item.trim() === ''))
      .map((item: unknown) => (typeof item === 'string' ? parse(item.trim()) : undefined));
    const good = parsed.filter((item) => item !== undefined);
    return good.length === parsed.length ? good : undefined;
  });
}

const networks = listOf('addresses or networks such as 10.0.0.0/8, separated by commas', (item) => {
  const [address = '', prefix, ...rest] = item.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return undefined;
  if (prefix === undefined) return item;
  const longest = version === 4 ? 32 : 128;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest ? item : undefined;
});

const origins = listOf('origins such as https://files.example.org, separated by commas', (item) => {
  if (!URL.canParse(item)) return undefined;
  const { protocol, origin, href } = new URL(item);
  const isBare = href === origin || href === `${origin}/`;
  return isBare && /^https?:$/.test(protocol) ? origin : undefined;
});

/** Checks what any source gives for a setting, whatever type its format has for it. */
export const SettingValues = z
  .object({
    address: text,
    port,
    baseURL: basePath,
    cert: text,
    key: text,
    socket: text,
    socketPerm: mode,
    log: text,
    root: filledText,
    followExternalSymlinks: onOrOff,
    disableTypeDetectionByHeader: onOrOff,
    uploadExpiry: duration,
    username: filledText,
    password: hash,
    noauth: onOrOff,
    tokenExpirationTime: duration,
    sessionMaxAge: duration,
    trustedProxies: networks,
    allowedOrigins: origins,
    allowRemoteNoauth: onOrOff,
    database: filledText,
    config: filledText,
  })
  .partial();
export type SettingValues = z.infer<typeof SettingValues>;
