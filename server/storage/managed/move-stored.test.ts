import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import { at, bytesOf, listed, readText, signal } from '../driver.test-tools.ts';
import { PauseSwitch } from '../../lib/pause-switch.ts';
import { ENGINES, missingEngine, openStoreForTest } from './managed.test-tools.ts';

const ROUNDS = 20;
const NO_REPLACING = { replace: false };

/** Does something before the n-th step of a walk. */
class BeforeStep extends PauseSwitch {
  readonly #work: () => Promise<void>;
  #left: number;

  constructor(step: number, work: () => Promise<void>) {
    super();
    this.#left = step;
    this.#work = work;
  }

  override get isPaused(): boolean {
    this.#left -= 1;
    return this.#left === 0;
  }

  override untilResumed(): Promise<void> {
    return this.#work();
  }
}

for (const engine of ENGINES) {
  const missing = missingEngine(engine);
  const reason = missing === undefined ? '' : ` (not run: ${missing})`;
  describe.skipIf(missing !== undefined)(`changes at the same time, in ${engine}${reason}`, () => {
    async function open() {
      const { driver } = await openStoreForTest(engine);
      onTestFinished(() => driver.close());
      return driver;
    }

    test('crossed moves of two folders never make a loop', async () => {
      const driver = await open();
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const name of ['a', 'b']) await driver.makeFolder(ROOT, name);
        const [a, b] = ['a', 'b'].map((name) => ({ folder: ROOT, name }));
        if (a === undefined || b === undefined) throw new Error('two folders are moved');
        const outcomes = await Promise.allSettled([
          driver.move(a, { folder: at('/b'), name: 'a' }, NO_REPLACING),
          driver.move(b, { folder: at('/a'), name: 'b' }, NO_REPLACING),
        ]);
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        const [outer] = await listed(driver, ROOT);
        const inner = await listed(driver, at(`/${outer?.name}`));
        expect(new Set([outer?.name, inner[0]?.name])).toEqual(new Set(['a', 'b']));
        await driver.walks.remove({ entry: { folder: ROOT, name: outer?.name ?? '' } }, { signal });
      }
    });

    test('of many writers that replace one file, the last one wins, and each was complete', async () => {
      const driver = await open();
      const texts = Array.from({ length: 24 }, (_, index) => `${index} `.repeat(1_000));
      const outcomes = await Promise.allSettled(
        texts.map((text) =>
          driver.writeFile(ROOT, 'file', new TextEncoder().encode(text), { replace: true }),
        ),
      );
      expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
      expect(texts).toContain(await readText(driver, at('/file')));
      expect(await listed(driver, ROOT)).toHaveLength(1);
    });

    test('of many savers of one version, exactly one succeeds', async () => {
      const driver = await open();
      const bytes = new TextEncoder().encode('first');
      const ifStill = await driver.writeFile(ROOT, 'file', bytes, NO_REPLACING);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 12 }, (_, index) =>
          driver.writeFile(ROOT, 'file', new TextEncoder().encode(`${index}`), {
            replace: true,
            ifStill,
          }),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'stale' });
      }
    });

    test('a removed folder is gone at once, with everything in it', async () => {
      const driver = await open();
      await driver.makeFolder(ROOT, 'docs');
      await driver.makeFolder(at('/docs'), 'sub');
      await driver.writeFile(at('/docs/sub'), 'a', new Uint8Array(3), NO_REPLACING);
      const before = await driver.resolve(at('/docs'), ROOT);
      await driver.walks.remove({ entry: { folder: ROOT, name: 'docs' } }, { signal });
      expect(await driver.resolve(at('/docs/sub/a'), ROOT)).toMatchObject({ kind: 'missing' });
      const again = await driver.makeFolder(ROOT, 'docs');
      expect(await listed(driver, at('/docs'))).toEqual([]);
      expect(before.kind === 'found' && before.stat.fingerprint).not.toBe(again.fingerprint);
    });

    test('a folder has the time of its last change', async () => {
      const driver = await open();
      const made = await driver.makeFolder(ROOT, 'docs');
      const timeOf = async () => {
        const found = await driver.resolve(at('/docs'), ROOT);
        return found.kind === 'found' ? found.stat.modifiedNs : 0n;
      };
      await driver.writeFile(at('/docs'), 'a', new Uint8Array(3), NO_REPLACING);
      const written = await timeOf();
      expect(written > made.modifiedNs).toBe(true);
      await driver.move(
        { folder: at('/docs'), name: 'a' },
        { folder: ROOT, name: 'a' },
        NO_REPLACING,
      );
      expect((await timeOf()) > written).toBe(true);
      for (const name of ['b', 'c']) {
        await driver.makeFolder(ROOT, 'more');
        await driver.writeFile(at('/more'), name, new Uint8Array(3), NO_REPLACING);
        await driver.writeFile(at('/docs'), 'c', new Uint8Array(3), { replace: true });
        const written = await timeOf();
        await driver.walks.merge(
          { from: { folder: ROOT, name: 'more' }, into: at('/docs') },
          { signal },
        );
        expect((await timeOf()) > written).toBe(true);
      }
    });

    test('a merge never replaces a file by one that is gone', async () => {
      const driver = await open();
      for (const [folder, text] of [
        ['from', 'new'],
        ['into', 'old'],
      ] as const) {
        await driver.makeFolder(ROOT, folder);
        await driver.makeFolder(at(`/${folder}`), 'a');
        await driver.writeFile(at(`/${folder}`), 'b', bytesOf(text), NO_REPLACING);
      }
      // The third step is in the folder `a`, when the names beside it have been read.
      const pause = new BeforeStep(3, () => driver.remove(at('/from'), 'b'));
      await driver.walks.merge(
        { from: { folder: ROOT, name: 'from' }, into: at('/into') },
        { signal, pause },
      );
      expect(await readText(driver, at('/into/b'))).toBe('old');
      expect(await driver.resolve(at('/from'), ROOT)).toMatchObject({ kind: 'missing' });
    });
  });
}
