import { AUDITED_OPERATIONS, type AuditEntry } from '#contract/audit.ts';
import { beforeAll, expect, test } from 'vitest';
import { i18n, startI18n } from '../i18n/i18n.ts';
import en from '../i18n/languages/en.json';
import { ABOUT_USERS, entrySentenceParts } from './entry-sentence.ts';

beforeAll(() => startI18n(en));

const ENTRY: AuditEntry = {
  id: 1,
  at: 0,
  act: 'move',
  username: 'Anna',
  address: '10.0.0.1',
  about: '/work/report.txt',
  destination: '/Archive/report.txt',
  status: 200,
};

const sentence = (entry: Partial<AuditEntry>, isDone = true) =>
  entrySentenceParts(i18n.t, { ...ENTRY, ...entry }, isDone)
    .map(({ text }) => text)
    .join('');

test('every recorded operation has a sentence with its user and, if it has one, its subject', () => {
  const own = new Set(['sign-in', 'sign-out', 'sign-up', 'settings-change']);
  const sentences = AUDITED_OPERATIONS.map((act) => {
    const isOnUser = ABOUT_USERS.has(act);
    const text = sentence({ act, about: isOnUser ? 'bert' : '/work/report.txt' });
    expect(text).toContain('Anna');
    if (!own.has(act)) expect(text).toContain(isOnUser ? 'bert' : 'report.txt');
    return text;
  });
  expect(new Set(sentences).size).toBe(AUDITED_OPERATIONS.length);
  expect(sentences.filter((text) => /audit\.|\{\{/.test(text))).toEqual([]);
});

test('a move names the folder, or the new path of an item with another name', () => {
  expect(sentence({})).toBe('Anna moved report.txt to /Archive');
  expect(sentence({ destination: '/report.txt' })).toBe('Anna moved report.txt to /');
  expect(sentence({ destination: '/work/plan.txt' })).toBe(
    'Anna moved report.txt to /work/plan.txt',
  );
});

test('what was refused or failed is called an attempt', () => {
  expect(sentence({ act: 'delete' }, false)).toBe('Unsuccessful attempt by Anna: Delete');
  expect(sentence({ act: 'sign-in', username: 'root', about: '' }, false)).toBe(
    'Failed to log in as root from 10.0.0.1',
  );
});

test('an entry without a user is named by its operation', () => {
  expect(sentence({ act: 'upload', username: '' })).toBe('Upload');
});

test('the names of a sentence are parts of their own', () => {
  const names = (entry: Partial<AuditEntry>) =>
    entrySentenceParts(i18n.t, { ...ENTRY, ...entry }, true)
      .filter(({ kind }) => kind === 'name')
      .map(({ text }) => text);
  expect(names({})).toEqual(['report.txt', '/Archive']);
  expect(names({ act: 'upload', about: '/in \uE002 and out', destination: undefined })).toEqual([
    'in  and out',
  ]);
  expect(names({ act: 'user-make', about: 'bert' })).toEqual(['bert']);
  expect(names({ act: 'sign-in', about: '' })).toEqual([]);
});

test('the user of a sentence is a part of its own, also of a failed attempt', () => {
  const users = (entry: Partial<AuditEntry>, isDone = true) =>
    entrySentenceParts(i18n.t, { ...ENTRY, ...entry }, isDone)
      .filter(({ kind }) => kind === 'user')
      .map(({ text }) => text);
  expect(users({})).toEqual(['Anna']);
  expect(users({ act: 'delete' }, false)).toEqual(['Anna']);
  expect(users({ act: 'sign-in', about: '' }, false)).toEqual(['Anna']);
  expect(users({ username: '' })).toEqual([]);
});
