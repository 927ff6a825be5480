import { describe } from 'vitest';
import type { Area } from './areas.ts';
import { describeRecordings } from './replay/describe-recordings.ts';
import { isSoak } from './repetitions.ts';
import { missingStorage, type Storage } from './server/storage.ts';

/** Scenarios that are replayed usually; with FB_TEST_SOAK, all of them are. Each takes a few seconds. */
const USUALLY: Partial<Readonly<Record<Area, readonly string[]>>> = {
  'resources-get': ['listing of types without reading headers', 'order', 'odd files'],
  'raw-archives': ['what is inside'],
  errors: ['shapes'],
  tus: ['override keeps or loses the old file'],
  'resources-write': ['override of a folder'],
};

describe.each<Storage>(['managed', 'postgres'])('on the storage "%s"', (storage) => {
  const missing = missingStorage(storage);
  const why = missing === undefined ? '' : ` (not run: ${missing})`;
  describe.skipIf(missing !== undefined)(`the recorded exchanges${why}`, () => {
    describeRecordings({
      storage,
      includes: (area, scenario) => isSoak || USUALLY[area]?.includes(scenario) === true,
    });
  });
});
