// The one check: everything that must be true of a change before it is shown. All steps run, so that one
// run tells all that is wrong.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBundle } from './bundle-budget.mjs';
import { checkLanguages, FOLDER, unsaidSentences } from './languages.mjs';
import { checkLayers } from './layers.mjs';
import { lockGaps } from './lib/lock-gaps.mjs';
import { runSteps, tool } from './lib/steps.mjs';
import { checkLogicalStyles } from './logical-styles.mjs';
import { checkSpecificationMap } from './specification-map.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

const isOk = await runSteps(ROOT, [
  { name: 'types', command: tool('typescript/bin/tsc', '-b') },
  { name: 'lint', command: tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings') },
  {
    name: 'format',
    command: tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
  },
  { name: 'layers', check: () => checkLayers(ROOT) },
  { name: 'map of the specification', check: () => checkSpecificationMap(ROOT) },
  {
    name: 'tables of the guide',
    command: [
      process.execPath,
      '--conditions=source',
      '--import=./scripts/typescript-hooks.mjs',
      'server/cli/guide-tables.ts',
    ],
  },
  // That project tells where dist comes from, which is what `#contract/` means once there is a build.
  { name: 'unused code', command: tool('knip/bin/knip.js', '--tsConfig', 'tsconfig.build.json') },
  {
    name: 'languages',
    check: () => [...checkLanguages(join(ROOT, FOLDER)), ...unsaidSentences(ROOT)],
  },
  { name: 'right to left', check: () => checkLogicalStyles(join(ROOT, 'web')) },
  { name: 'bundle size', check: () => checkBundle(ROOT) },
  {
    name: 'lock file',
    check: () => lockGaps(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))),
  },
  {
    name: 'unit and room tests',
    command: tool(
      'vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=./scripts/reporters/vitest-counts.mjs',
    ),
  },
]);
if (!isOk) process.exitCode = 1;
