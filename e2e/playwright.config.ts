import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from './support/chromium-flags.ts';

/** Named by `npm test`; without it Playwright's own browser is used. */
const program = process.env['FB_TEST_CHROMIUM'];

const WIDE = { viewport: { width: 1440, height: 900 } };
const NARROW = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** What looks different by room and light runs in all four; everything else once. */
const IN_ALL_LOOKS = [
  'journey.spec.ts',
  'screens.spec.ts',
  'views.spec.ts',
  'moving-screens.spec.ts',
  'uploads-screens.spec.ts',
  'prompts-screens.spec.ts',
];

type Project = NonNullable<PlaywrightTestConfig['projects']>[number];

const looks: Project[] = [
  { name: 'wide-light', use: { ...WIDE, colorScheme: 'light' } },
  { name: 'wide-dark', use: { ...WIDE, colorScheme: 'dark' }, testMatch: IN_ALL_LOOKS },
  { name: 'narrow-light', use: { ...NARROW, colorScheme: 'light' }, testMatch: IN_ALL_LOOKS },
  { name: 'narrow-dark', use: { ...NARROW, colorScheme: 'dark' }, testMatch: IN_ALL_LOOKS },
];

export default defineConfig({
  testDir: '.',
  outputDir: 'results/artefacts',
  projects: looks,
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // Two browsers and two servers share CI's two cores: a journey may stumble once, and is then named as flaky.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 15_000,
    // A film of every action would take a fifth of the time; the picture of the failure is below.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      args: [...CHROMIUM_FLAGS],
      ...(program === undefined ? {} : { executablePath: program }),
    },
  },
});
