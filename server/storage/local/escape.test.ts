import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { nameOf, parentOf, parseTreePath, ROOT, type TreePath } from '#contract/paths.ts';
import { repetitions, timeLimit } from '../../testing/repetitions.ts';
import { AppError } from '../../errors.ts';
import { openLocalDriver } from './local-driver.ts';

const base = mkdtempSync(join(tmpdir(), 'filebrowser-escape-'));
const root = join(base, 'root');
mkdirSync(join(root, 'docs/deep'), { recursive: true });
writeFileSync(join(root, 'docs/file'), 'inside');
writeFileSync(join(base, 'canary'), 'canary');
symlinkSync('../..', join(root, 'docs/out'));
symlinkSync('..', join(root, 'up'));
symlinkSync(base, join(root, 'absolute'));
symlinkSync('/proc/self/root', join(root, 'magic'));
const driver = openLocalDriver({ root });
afterAll(async () => {
  await driver.close();
  rmSync(base, { recursive: true });
});

/** Everything that could be noticed outside: names and contents beside the root. */
function surroundings(): unknown {
  return [readdirSync(base).toSorted(), readFileSync(join(base, 'canary'), 'utf8')];
}

const tricky = fc.constantFrom(
  ...['..', '.', '', 'docs', 'deep', 'out', 'up', 'absolute', 'magic', 'canary', 'root', 'file'],
  ...['proc', 'self', 'fd', '0', '%2e%2e', '..\\', '\\..', '\u2025', '\uFF0E\uFF0E', '..\0', ' ..'],
  ...[base.slice(1), '~', '$HOME', '.filebrowser-x.part', '__proto__', '\uFFFD', 'a'.repeat(255)],
);
const pathText = fc
  .array(fc.oneof({ weight: 4, arbitrary: tricky }, fc.string({ unit: 'binary', maxLength: 12 })), {
    maxLength: 6,
  })
  .map((names) => `/${names.join('/')}`);

/** A refusal is a right answer here; an error of any other kind is not. */
async function unlessRefused<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'storage-failed') return undefined;
    throw error;
  }
}

async function readAnything(path: TreePath): Promise<string> {
  const contents = await unlessRefused(driver.readFile(path, { wholeUpTo: 1_000_000 }));
  return contents?.kind === 'whole' ? Buffer.from(contents.bytes).toString('latin1') : '';
}

async function createAnything(path: TreePath): Promise<void> {
  const folder = parentOf(path);
  const name = nameOf(path);
  const bytes = Buffer.from('written');
  await unlessRefused(driver.writeFile(folder, name, bytes, { replace: true }));
  await unlessRefused(driver.makeFolder(folder, `${name.slice(0, 40)}-folder`));
  await unlessRefused(driver.removeTemporaryFile({ folder, partName: name }));
  const temporaryFile = await unlessRefused(driver.createTemporaryFile(folder));
  await temporaryFile?.discard();
}

test(
  'no valid path reads or changes anything outside the root',
  async () => {
    const before = surroundings();
    await fc.assert(
      fc.asyncProperty(pathText, async (text) => {
        const path = parseTreePath(text);
        if (path === undefined) return;
        const resolution = await unlessRefused(driver.resolve(path, ROOT));
        const resolvedPath = resolution?.kind === 'found' ? resolution.path : path;
        expect(await readAnything(resolvedPath)).not.toContain('canary');
        expect(await readAnything(path)).not.toContain('canary');
        await createAnything(path);
        await createAnything(resolvedPath);
        await unlessRefused(driver.remove(parentOf(path), nameOf(path)));
        expect(surroundings()).toEqual(before);
      }),
      { numRuns: repetitions({ usually: 50, soaking: 20_000 }) },
    );
  },
  timeLimit(60_000),
);
