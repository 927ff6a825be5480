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

/** A whole number from 1 on, as a file's own type or in as many digits as `most` has. */
function countUpTo(most: number) {
  const digits = new RegExp(String.raw`^\d{1,${String(most).length}}$`);
  return reads(`a number from 1 to ${most}`, (given) => {
    const number = typeof given === 'string' && digits.test(given) ? Number(given) : given;
    return typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= most
      ? number
      : undefined;
  });
}

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

const token = reads('at least 16 letters, digits or signs of ._~+/=-', (given) =>
  typeof given === 'string' && /^[\w.~+/=-]{16,512}$/.test(given) ? given : undefined,
);

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

const ports = reads('ports from 1 to 65535, separated by commas', (given) => {
  const items = typeof given === 'string' ? given.split(',') : [given].flat();
  const numbers = items.map((item: unknown) => {
    const written = typeof item === 'string' ? item.trim() : item;
    return port.safeParse(written).data ?? 0;
  });
  return numbers.includes(0) ? undefined : [...new Set(numbers)];
});

const origins = listOf('origins such as https://files.example.org, separated by commas', (item) => {
  if (!URL.canParse(item)) return undefined;
  const { protocol, origin, href } = new URL(item);
  const isBare = href === origin || href === `${origin}/`;
  return isBare && /^https?:$/.test(protocol) ? origin : undefined;
});

const sandboxUse = reads('auto, require or off', (given) => {
  const known = ['auto', 'require', 'off'] as const;
  return known.find((word) => word === given);
});

const folders = reads('absolute folders, separated by colons', (given) => {
  const items = typeof given === 'string' ? given.split(':') : given;
  if (!Array.isArray(items)) return undefined;
  const named = items.filter((item): item is string => typeof item === 'string' && item !== '');
  return named.length === items.length && named.every((item) => item.startsWith('/'))
    ? named
    : undefined;
});

const UNIT_BYTES = { '': 1, k: 1_024, m: 1_024 ** 2, g: 1_024 ** 3 } as const;

const size = reads('a size such as 64M', (given) => {
  const written = typeof given === 'number' ? given.toString() : given;
  if (typeof written !== 'string') return undefined;
  const [, digits, unit = ''] = /^(\d{1,12})([kmg]?)b?$/i.exec(written) ?? [];
  if (digits === undefined) return undefined;
  const bytes = Number(digits) * UNIT_BYTES[unit.toLowerCase() as keyof typeof UNIT_BYTES];
  return bytes > 0 ? bytes : undefined;
});

/** Checks what any source gives for a setting, whatever type its format has for it. */
export const SettingValues = z
  .object({
    address: text,
    port,
    morePorts: ports,
    baseURL: basePath,
    cert: text,
    key: text,
    socket: text,
    socketPerm: mode,
    log: text,
    root: filledText,
    followExternalSymlinks: onOrOff,
    disableTypeDetectionByHeader: onOrOff,
    disableThumbnails: onOrOff,
    disablePreviewResize: onOrOff,
    disableImageResolutionCalc: onOrOff,
    imageProcessors: countUpTo(256),
    cacheDir: text,
    redisCacheUrl: text,
    uploadExpiry: duration,
    shareRecordExpiry: duration,
    disableExec: onOrOff,
    allowShell: onOrOff,
    commandSandbox: sandboxUse,
    commandNetwork: onOrOff,
    commandPath: folders,
    commandTimeLimit: duration,
    commandOutputLimit: size,
    commandProcessLimit: countUpTo(65_536),
    commandsAtOnce: countUpTo(256),
    commandRecordExpiry: duration,
    username: filledText,
    password: hash,
    noauth: onOrOff,
    tokenExpirationTime: duration,
    sessionMaxAge: duration,
    requireCurrentPassword: onOrOff,
    trustedProxies: networks,
    allowedOrigins: origins,
    allowRemoteNoauth: onOrOff,
    monitorToken: token,
    auditRecordExpiry: duration,
    accessLog: onOrOff,
    auditDownloads: onOrOff,
    database: filledText,
    config: filledText,
  })
  .partial();
export type SettingValues = z.infer<typeof SettingValues>;
