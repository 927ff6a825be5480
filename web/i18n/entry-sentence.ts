import type { AuditedOperation, AuditEntry } from '#contract/audit.ts';
import { nameOf, parseTreePath, ROOT } from '#contract/paths.ts';
import type { TFunction } from 'i18next';
import { isolatePath } from '../lib/isolate.ts';
import { spelled } from '../lib/name-parts.ts';

/** Operations on users. Their entries are about the name of a user. */
export const ABOUT_USERS: ReadonlySet<AuditedOperation> = new Set([
  'sign-up',
  'session-end',
  'user-make',
  'user-change',
  'user-remove',
]);

/** Part of a sentence: words, the user who acted, or the name of an item, folder or user that the entry is about. */
export interface SentencePart {
  readonly text: string;
  readonly kind: 'words' | 'user' | 'name';
}

/**
 * Returns an entry as a sentence in parts, such as "Anna moved report.txt to /Archive". An entry without a user, or without the
 * target of a copy or move, is named by its operation only.
 */
export function entrySentenceParts(
  t: TFunction,
  entry: AuditEntry,
  isDone: boolean,
): readonly SentencePart[] {
  return markedSentence(t, entry, isDone)
    .split(MARKED)
    .filter((text) => text !== '')
    .map(partOf);
}

function partOf(text: string): SentencePart {
  if (text.startsWith(USER)) return { kind: 'user', text: text.slice(1, -1) };
  return text.startsWith(NAME)
    ? { kind: 'name', text: text.slice(1, -1) }
    : { kind: 'words', text };
}

// Characters for private use, which a sentence has nowhere else.
const USER = '\uE000';
const NAME = '\uE001';
const END = '\uE002';
const MARKED = new RegExp(`([${USER}${NAME}][^${END}]*${END})`);

const marked = (start: string, text: string) =>
  start + text.replaceAll(/[\uE000-\uE002]/g, '') + END;

function markedSentence(t: TFunction, entry: AuditEntry, isDone: boolean): string {
  const { act, username, address, destination } = entry;
  if (username === '') return t(`audit.acts.${act}`);
  const user = marked(USER, spelled(username));
  if (!isDone) {
    return act === 'sign-in'
      ? t('audit.failedLogin', { user, address })
      : t('audit.attempt', { user, act: t(`audit.acts.${act}`) });
  }
  if ((act === 'copy' || act === 'move') && destination === undefined) {
    return t(`audit.acts.${act}`);
  }
  const to =
    destination === undefined ? '' : isolatePath(spelled(targetOf(entry.about, destination)));
  return t(`audit.sentences.${act}`, {
    user,
    name: marked(NAME, spelled(subjectOf(entry))),
    to: marked(NAME, to),
  });
}

function subjectOf({ act, about }: AuditEntry): string {
  if (ABOUT_USERS.has(act)) return about;
  return nameAt(about);
}

/** Returns the target folder of an item that keeps its name, and otherwise its new path. */
function targetOf(path: string, destination: string): string {
  const target = parseTreePath(destination) ?? ROOT;
  if (target === ROOT || nameAt(path) !== nameOf(target)) return target;
  return target.slice(0, target.lastIndexOf('/')) || ROOT;
}

function nameAt(path: string): string {
  const plain = parseTreePath(path) ?? ROOT;
  return plain === ROOT ? ROOT : nameOf(plain);
}
