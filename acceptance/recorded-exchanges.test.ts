import { expect, it } from 'vitest';
import { expectationFor, namesOfExpectations } from './expectations/all.ts';
import { impossibleNames } from './expectations/managed-store.ts';
import { allExchanges, describeRecordings } from './replay/describe-recordings.ts';
import { storageNamed } from './server/storage.ts';

// `recorded-on-stores.test.ts` replays them on managed stores, too.
describeRecordings({ storage: storageNamed(process.env['ACCEPTANCE_STORAGE']) });

it('every expectation belongs to a recorded exchange', () => {
  const titles = new Set(allExchanges().map(({ title }) => title));
  const names = [...namesOfExpectations(), ...impossibleNames()];
  expect(names.filter((title) => !titles.has(title))).toEqual([]);
});

it('every overruled exchange has an expectation', () => {
  const forgotten = allExchanges().filter(
    ({ area, scenario, exchange }) =>
      exchange.overruled !== undefined &&
      expectationFor(area, scenario, exchange.name) === undefined,
  );
  expect(forgotten.map(({ title, exchange }) => `${title}: ${exchange.overruled}`)).toEqual([]);
});
