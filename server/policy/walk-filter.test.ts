import { expect, test } from 'vitest';
import { parseTreePath, ROOT, type TreePath } from '#contract/paths.ts';
import { compileWalkFilter, mayReach } from './walk-filter.ts';
import type { ViewData } from './visibility.ts';

const OPEN: ViewData = {
  root: ROOT,
  home: ROOT,
  rules: [],
  hideDotfiles: false,
  protectedPaths: [],
};

function at(path: string): TreePath {
  const parsed = parseTreePath(path);
  if (parsed === undefined) throw new Error(`bad path in a test: ${path}`);
  return parsed;
}

function denial(path: string) {
  return { regex: false, allow: false, path, regexp: { raw: '' } };
}

test('returns undefined when every entry is visible', () => {
  expect(compileWalkFilter({ view: OPEN, paths: [at('/docs')] })).toBeUndefined();
  const elsewhere = { ...OPEN, protectedPaths: [at('/data/filebrowser.db')] };
  expect(
    compileWalkFilter({ view: elsewhere, paths: [at('/docs'), at('/data2')] }),
  ).toBeUndefined();
});

test('decides by the path of an entry below each of the start paths', () => {
  const view = { ...OPEN, rules: [denial('/docs/secret'), denial('/new/other')] };
  const isVisible = compileWalkFilter({ view, paths: [at('/docs'), at('/new')] });
  expect(isVisible?.('')).toBe(true);
  expect(isVisible?.('plain/a')).toBe(true);
  expect(isVisible?.('secret')).toBe(false);
  expect(isVisible?.('secret/a')).toBe(false);
  expect(isVisible?.('other')).toBe(false);
});

test('accepts the root as a start path', () => {
  const isVisible = compileWalkFilter({
    view: { ...OPEN, rules: [denial('/a/b')] },
    paths: [ROOT],
  });
  expect(isVisible?.('')).toBe(true);
  expect(isVisible?.('a')).toBe(true);
  expect(isVisible?.('a/b')).toBe(false);
});

test('hides dotfiles, protected files regardless of case, and entries outside the home', () => {
  const hiding = compileWalkFilter({ view: { ...OPEN, hideDotfiles: true }, paths: [at('/docs')] });
  expect(hiding?.('a/.hidden')).toBe(false);
  expect(hiding?.('a/shown')).toBe(true);

  const protectedPaths = [at('/docs/filebrowser.db')];
  const keeping = compileWalkFilter({ view: { ...OPEN, protectedPaths }, paths: [at('/Docs')] });
  expect(keeping?.('FileBrowser.DB')).toBe(false);
  expect(keeping?.('a')).toBe(true);

  const outside = compileWalkFilter({ view: { ...OPEN, home: at('/bob') }, paths: [at('/bob2')] });
  expect(outside?.('a')).toBe(false);
});

test('decides about paths that are longer than those of requests', () => {
  const isVisible = compileWalkFilter({
    view: { ...OPEN, rules: [denial('/docs/d')] },
    paths: [at('/docs')],
  });
  expect(isVisible?.(`d/${'long/'.repeat(2_000)}x`)).toBe(false);
  expect(isVisible?.(`e/${'long/'.repeat(2_000)}x`)).toBe(true);
});

test('decides about the target of a symlink by its own path', () => {
  const view = { ...OPEN, home: at('/bob'), rules: [denial('/secret')] };
  expect(mayReach(view)(at('/bob/file'))).toBe(true);
  expect(mayReach(view)(at('/bob/secret'))).toBe(false);
  expect(mayReach(view)(at('/file'))).toBe(false);
});
