import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from './support/chromium-flags.ts';

/** Path of the browser, set by `npm test`. Without it, Playwright's own browser is used. */
const program = process.env['FB_TEST_CHROMIUM'];

const isOnCi = process.env['CI'] !== undefined;

const WIDE = { viewport: { width: 1440, height: 900 } };
const NARROW = { viewport: { width: 390, height: 844 }, hasTouch: true };

/**
 * Tests of states that differ in a narrow window; these run in both widths, all others in one. Both themes are tested in one
 * visit.
 */
const NARROW_TOO = [
  'journey.spec.ts',
  'screens.spec.ts',
  'views.spec.ts',
  'thumbnails.spec.ts',
  'moving-screens.spec.ts',
  'uploads-screens.spec.ts',
  'activity-screens.spec.ts',
  'dialogs-screens.spec.ts',
  'editor-screens.spec.ts',
  'preview-screens.spec.ts',
  'documents-screens.spec.ts',
  'palette.spec.ts',
  'search-screens.spec.ts',
  'share-table.spec.ts',
  'trash-screens.spec.ts',
  'undo.spec.ts',
  'versions-screens.spec.ts',
  'public-share-screens.spec.ts',
  'share-links-screens.spec.ts',
  'profile-screens.spec.ts',
  'sign-up-screens.spec.ts',
  'public-folder-screens.spec.ts',
  'users-screens.spec.ts',
  'global-settings-screens.spec.ts',
  'audit-screens.spec.ts',
  'settings-search-screens.spec.ts',
  'event-commands-screens.spec.ts',
  'terminal-screens.spec.ts',
  'right-to-left.spec.ts',
];

type Project = NonNullable<PlaywrightTestConfig['projects']>[number];

const looks: Project[] = [
  { name: 'wide', use: WIDE },
  { name: 'narrow', use: NARROW, testMatch: NARROW_TOO },
];

export default defineConfig({
  testDir: '.',
  globalSetup: './support/database-template.ts',
  outputDir: 'results/artefacts',
  projects: looks,
  fullyParallel: true,
  // As many as the cores of a small machine: a third one made 73 journeys quicker, but not all of them.
  workers: 2,
  forbidOnly: isOnCi,
  // Nothing is repeated, because a test that passes only now and then is a defect to be found.
  retries: 0,
  // CI machines may be three times slower.
  timeout: isOnCi ? 120_000 : 90_000,
  expect: { timeout: isOnCi ? 20_000 : 10_000 },
  use: {
    colorScheme: 'light',
    // Only `work-by-mouse.spec.ts` tests animations; elsewhere, tests would wait for them.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 15_000,
    // Recording a trace takes a tenth of the time, so it is an option: `--trace retain-on-failure`.
    screenshot: 'only-on-failure',
    launchOptions: {
      args: [...CHROMIUM_FLAGS],
      // Without a UTF-8 locale, Chromium reads files as empty whose names are not ASCII.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      ...(program === undefined ? {} : { executablePath: program }),
    },
  },
});
