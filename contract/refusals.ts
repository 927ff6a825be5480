import { z } from 'zod';

/**
 * Reply header with the reason of a refusal, so that the page can show it in the user's language: a code, optionally followed by a blank
 * and a percent-encoded detail. The body has the text that clients of File Browser 2 expect.
 */
export const REFUSAL_HEADER = 'X-Refusal';

/** Reasons that the page translates; `refusals` in `web/i18n/languages/en.json` has their sentences. Some have a detail (`about`). */
export const REFUSAL_CODES = [
  'bad-colour',
  'bad-name',
  'bad-path',
  /** The disk of the served files is missing or does not answer. */
  'disk-unavailable',
  'empty-name',
  'folder-not-empty',
  'into-itself',
  'link-leads-out',
  'lone-backslash',
  'name-too-long',
  'name-unreadable',
  'no-command',
  'no-home-of-name',
  'no-slash',
  'no-such-folder',
  'not-a-file',
  'not-a-folder',
  'not-in-quotes',
  /** The request allowed deletion into the trash only, but the trash is off or cannot take the item. */
  'not-into-trash',
  /** A restore would lose what it replaces, because the trash of the disk cannot take that. */
  'not-kept',
  'nothing-typed',
  'password-too-easy',
  'password-too-long',
  /** Detail: the minimum length. */
  'password-too-short',
  'path-too-long',
  /** Detail: the part that cannot be parsed. */
  'pattern-unreadable',
  'pattern-too-costly',
  'quote-open',
  /** The name is that of temporary files or of the trash. */
  'reserved-name',
  'share-needs-download',
  /** Detail: the maximum number of characters. */
  'too-long',
  /** Detail: the maximum number of entries. */
  'too-many',
  'unstorable',
  'wrong-password',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export const Refusal = z.object({
  code: z.enum(REFUSAL_CODES),
  about: z.union([z.number(), z.string()]).optional(),
});
export type Refusal = Readonly<z.infer<typeof Refusal>>;

/** Maximum number of characters of a detail, because proxies limit the length of all headers together to a few kilobytes. */
const MAX_ABOUT = 100;

/** Returns the value of the header. A long detail is shortened. */
export function writeRefusal({ code, about }: Refusal): string {
  if (about === undefined) return code;
  const characters = [...`${about}`.toWellFormed()];
  const isLong = characters.length > MAX_ABOUT;
  const shown = isLong ? `${characters.slice(0, MAX_ABOUT - 1).join('')}…` : characters.join('');
  return `${code} ${encodeURIComponent(shown)}`;
}

/** Parses the value of the header. A newer server may send codes that are not in the list. */
export function readRefusal(header: string | null | undefined): Refusal | undefined {
  const [, code, about] = /^([a-z-]+)(?: (\S+))?$/.exec(header ?? '') ?? [];
  if (code === undefined) return undefined;
  return { code: code as RefusalCode, about: about === undefined ? undefined : aboutOf(about) };
}

function aboutOf(text: string): number | string {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
