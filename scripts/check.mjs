// Runs the check of a change: types, lint, format, structure and unit tests. All steps run even if one fails, so that one run
// shows every problem.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBundle } from './bundle-budget.mjs';
import { checkCitations, checkFileNames } from './citations.mjs';
import { checkLanguages, FOLDER, unpassedPlaceholders, unusedSentences } from './languages.mjs';
import { checkLayers } from './layers.mjs';
import { lockGaps } from './lib/lock-gaps.mjs';
import { runSteps, tool } from './lib/steps.mjs';
import { UNIT_PROJECTS, vitest } from './lib/vitest-command.mjs';
import { checkLogicalStyles } from './logical-styles.mjs';
import { unusedStyles } from './unused-styles.mjs';
import { checkWords } from './words.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Static checks. Each needs one core, so they run in parallel. */
const CHECKS = [
  { name: 'format', command: tool('oxfmt/bin/oxfmt', '--list-different') },
  { name: 'types', command: tool('typescript/bin/tsc', '-b') },
  { name: 'lint', command: tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings') },
  {
    name: 'tables of the guide',
    command: [
      process.execPath,
      '--conditions=source',
      '--import=./scripts/typescript-hooks.mjs',
      'server/cli/guide-tables.ts',
    ],
  },
  // In this project, the imports of `#contract/` resolve to the sources from which dist is built.
  { name: 'unused code', command: tool('knip/bin/knip.js', '--tsConfig', 'tsconfig.build.json') },
  { name: 'layers', check: () => checkLayers(ROOT) },
  { name: 'citations', check: () => [...checkCitations(ROOT), ...checkFileNames(ROOT)] },
  { name: 'words', check: () => checkWords(ROOT) },
  {
    name: 'languages',
    check: () => [
      ...checkLanguages(join(ROOT, FOLDER)),
      ...unusedSentences(ROOT),
      ...unpassedPlaceholders(ROOT),
    ],
  },
  { name: 'right to left', check: () => checkLogicalStyles(join(ROOT, 'web')) },
  { name: 'unused styles', check: () => unusedStyles(join(ROOT, 'web')) },
  { name: 'bundle size', check: () => checkBundle(ROOT) },
  {
    name: 'lock file',
    check: () => lockGaps(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))),
  },
];

const UNIT_TESTS = { name: 'unit tests', command: vitest(UNIT_PROJECTS) };

const isOk = await runSteps(ROOT, [
  ...CHECKS.map((step) => ({ ...step, parallel: true })),
  UNIT_TESTS,
]);
if (!isOk) process.exitCode = 1;
