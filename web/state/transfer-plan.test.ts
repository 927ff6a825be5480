import { describe, expect, test } from 'vitest';
import { anEntry } from '../testing/fake-server.ts';
import {
  choicesFor,
  conflictsOfRefused,
  isAlreadyThere,
  planTransfer,
  settleTransfer,
} from './transfer-plan.ts';

const file = anEntry('/a.txt');
const folder = anEntry('/docs', { isDir: true });

describe('the plan of a transfer', () => {
  test('an entry without a conflict is transferred', () => {
    const plan = planTransfer({ kind: 'move', entries: [file, folder], to: '/b' }, []);
    expect(plan.steps).toEqual([
      { entry: file, whenTaken: 'fail' },
      { entry: folder, whenTaken: 'fail' },
    ]);
    expect(plan.conflicts).toEqual([]);
  });

  test('a copy in its own folder gets a new name without a question', () => {
    const plan = planTransfer({ kind: 'copy', entries: [file], to: '' }, [file]);
    expect(plan).toMatchObject({ steps: [{ entry: file, whenTaken: 'rename' }], conflicts: [] });
  });

  test('moving to the current folder changes nothing', () => {
    expect(isAlreadyThere({ kind: 'move', entries: [file, folder], to: '' })).toBe(true);
    expect(isAlreadyThere({ kind: 'copy', entries: [file], to: '' })).toBe(false);
    expect(planTransfer({ kind: 'move', entries: [file], to: '' }, [file]).steps).toEqual([]);
  });

  test('no folder is moved into itself or its contents', () => {
    for (const to of ['/docs', '/docs/deep/er']) {
      const plan = planTransfer({ kind: 'copy', entries: [folder, file], to }, []);
      expect(plan.intoThemselves).toEqual([folder]);
      expect(plan.steps).toEqual([{ entry: file, whenTaken: 'fail' }]);
    }
    const beside = planTransfer({ kind: 'move', entries: [folder], to: '/docs2' }, []);
    expect(beside.intoThemselves).toEqual([]);
  });

  test('folders merge, files are replaced, and a file and a folder do neither', () => {
    const existing = [anEntry('/b/a.txt'), anEntry('/b/docs', { isDir: true })];
    const swapped = [anEntry('/b/a.txt', { isDir: true })];
    const to = '/b';
    const both = planTransfer({ kind: 'move', entries: [file, folder], to }, existing).conflicts;
    expect(both.map(({ remedy }) => remedy)).toEqual(['replace', 'merge']);
    const [odd] = planTransfer({ kind: 'move', entries: [file], to }, swapped).conflicts;
    expect(odd && choicesFor(odd, true)).toEqual(['rename', 'skip']);
  });

  test('without the permission to modify, replacing is not offered', () => {
    const conflict = { entry: file, existing: file, remedy: 'replace' } as const;
    expect(choicesFor(conflict, true)).toContain('replace');
    expect(choicesFor(conflict, false)).not.toContain('replace');
  });
});

test('a refused name is explained by an entry that differs only in form', () => {
  const large = anEntry('/b/A.TXT');
  const { conflicts, unexplained } = conflictsOfRefused([file, folder], [large]);
  expect(conflicts).toMatchObject([{ entry: file, existing: large, remedy: 'replace' }]);
  expect(unexplained).toEqual([folder]);
});

test('skipped entries and those without a choice are left out', () => {
  const other = anEntry('/b.txt');
  const conflicts = [file, folder, other].map((entry) => ({
    entry,
    existing: entry,
    remedy: 'replace' as const,
  }));
  const choices = new Map([
    ['/a.txt', 'replace'],
    ['/docs', 'skip'],
  ] as const);
  expect(settleTransfer(conflicts, choices)).toEqual([{ entry: file, whenTaken: 'replace' }]);
});
