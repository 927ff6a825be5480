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

/** Part of a sentence. Names of items and users that the entry is about can be emphasized. */
export interface SentencePart {
  readonly text: string;
  readonly isName: boolean;
}

/**
 * Returns an entry as a sentence, such as "Anna moved report.txt to /Archive". An entry without a user, or without the
 * target of a copy or move, is named by its operation only.
 */
export function entrySentence(t: TFunction, entry: AuditEntry, isDone: boolean): string {
  return entrySentenceParts(t, entry, isDone)
    .map(({ text }) => text)
    .join('');
}

/** Returns the sentence of an entry in parts. */
export function entrySentenceParts(
  t: TFunction,
  entry: AuditEntry,
  isDone: boolean,
): readonly SentencePart[] {
  return markedSentence(t, entry, isDone)
    .split(MARKED_NAME)
    .map((text, index) => ({ text, isName: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

// Characters for private use, which a sentence has nowhere else.
const START = '\uE000';
const END = '\uE001';
const MARKED_NAME = new RegExp(`${START}([^${END}]*)${END}`);

const marked = (name: string) => START + name.replaceAll(/[\uE000\uE001]/g, '') + END;

function markedSentence(t: TFunction, entry: AuditEntry, isDone: boolean): string {
  const { act, username, address, destination } = entry;
  const user = spelled(username);
  if (user === '') return t(`audit.acts.${act}`);
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
    name: marked(spelled(subjectOf(entry))),
    to: marked(to),
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
