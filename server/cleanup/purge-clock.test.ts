import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { openForTest, temporaryFolder } from '../testing/engines.ts';
import { PurgeClock } from './purge-clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
const START = Date.parse('2026-11-24T12:00:00Z');

/** A machine whose clock can be set. Each start of the server begins with a new steady clock. */
async function aMachine() {
  const file = join(temporaryFolder(), 'filebrowser.db');
  await copyFile(inject('migratedDatabase'), file);
  const db = await openForTest({ kind: 'sqlite', file });
  const log = createLogger({ kind: 'off' });
  const machine = { wallMs: START, steadyMs: 0 };
  return {
    machine,
    pass(ms: number) {
      machine.wallMs += ms;
      machine.steadyMs += ms;
    },
    async start() {
      machine.steadyMs = 0;
      const clock = new PurgeClock({
        db,
        log,
        wallMs: () => machine.wallMs,
        steadyMs: () => machine.steadyMs,
      });
      await clock.begin();
      return clock;
    },
  };
}

test('a clock that is right, or set by less than a day, is followed', async () => {
  const { machine, pass, start } = await aMachine();
  const clock = await start();
  expect(clock.now()).toBe(START);
  pass(400 * DAY_MS);
  expect(clock.now()).toBe(machine.wallMs);
  machine.wallMs += 23 * HOUR_MS;
  expect(clock.now()).toBe(machine.wallMs);
  machine.wallMs -= YEAR_MS;
  expect(clock.now()).toBe(machine.wallMs);
});

test('a clock that jumps ahead does not move the time of purges, and one that is set right again does', async () => {
  const { machine, pass, start } = await aMachine();
  const clock = await start();
  clock.now();
  machine.wallMs += 10 * YEAR_MS;
  pass(HOUR_MS);
  expect(clock.now()).toBe(START + HOUR_MS);
  machine.wallMs -= 10 * YEAR_MS;
  expect(clock.now()).toBe(machine.wallMs);
});

test('it is believed when it has stayed ahead for a day', async () => {
  const { machine, pass, start } = await aMachine();
  const clock = await start();
  clock.now();
  machine.wallMs += YEAR_MS;
  expect(clock.now()).toBe(START);
  pass(DAY_MS - 1);
  expect(clock.now()).toBe(START + DAY_MS - 1);
  pass(1);
  expect(clock.now()).toBe(machine.wallMs);
});

test('a jump while the server is off is seen by the stored time', async () => {
  const { machine, pass, start } = await aMachine();
  const before = await start();
  await before.store();
  machine.wallMs += YEAR_MS;
  const after = await start();
  expect(after.now()).toBe(START);
  await after.store();
  const again = await start();
  pass(HOUR_MS);
  expect(again.now()).toBe(START + HOUR_MS);
});
