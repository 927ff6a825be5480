import { z } from 'zod';

/**
 * On a reply: why something cannot be as it was asked for, so that pages say it in their own language: a code, and behind a
 * blank what it is about, percent-encoded. The body keeps the words that old clients read.
 */
export const REFUSAL_HEADER = 'X-Refusal';

/** Reasons that the page tells in its own language. What some are `about` stands in brackets. */
export const REFUSAL_CODES = [
  'bad-colour',
  'bad-name',
  'bad-path',
  /** The disk of the served files is missing, or does not answer. */
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
  'nothing-typed',
  'password-too-easy',
  'password-too-long',
  /** [the shortest that is possible] */
  'password-too-short',
  'path-too-long',
  /** [what cannot be read] */
  'pattern-unreadable',
  'pattern-too-costly',
  'quote-open',
  'share-needs-download',
  /** [the most characters] */
  'too-long',
  /** [the most entries] */
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

export function writeRefusal({ code, about }: Refusal): string {
  return about === undefined ? code : `${code} ${encodeURIComponent(about)}`;
}

/** `header` is what came with a reply, perhaps of a newer server that knows more codes. */
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
