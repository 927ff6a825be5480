import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkLayers } from './layers.mjs';

function complaintsAbout(files) {
  const root = mkdtempSync(join(tmpdir(), 'layers-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return checkLayers(root);
}

const empty = 'export {};\n';

test('correct imports give no complaint', () => {
  const complaints = complaintsAbout({
    'contract/paths.ts': "import { z } from 'zod';\nexport const Path = z.string();",
    'server/errors.ts': empty,
    'server/tree/move.ts':
      "import '../errors.ts';\nimport '#contract/paths.ts';\nimport './tree.ts';\nimport 'pino';",
    'server/tree/tree.ts': empty,
    'server/tree/move.test.ts':
      "import './move.ts';\nimport '../testing/app.ts';\nimport 'node:fs';",
    'server/testing/app.ts': "import '../app.ts';\nconst home = process.env.HOME;",
    'server/app.ts': "import './features/files/routes.ts';\nimport './features/page.ts';",
    'server/features/files/routes.ts': "import '../../tree/move.ts';\nimport './list.ts';",
    'server/features/files/list.ts': empty,
    'server/features/page.ts': empty,
    'server/storage/local/read.ts': "import { open } from 'node:fs/promises';",
    'server/config/environment.ts': 'export const environment = process.env;',
    'web/main.tsx': "import './app/router.tsx';\nimport './main.css';",
    'web/main.css': '',
    'web/app/router.tsx': "export const page = () => import('../routes/files.tsx');",
    'web/routes/files.tsx':
      "import '../features/listing/listing.tsx';\nexport const a = <p>don't</p>;",
    'web/features/listing/listing.tsx': "import styles from './listing.module.css';",
    'web/features/listing/listing.module.css': '',
    'acceptance/log-in.test.ts': "import './http.ts';",
    'acceptance/http.ts': "import 'node:fs';",
  });
  expect(complaints).toEqual([]);
});

test('the policy is read by the feature that explains rules, and by no other feature', () => {
  const policy = "import { decide } from '../../access/decide.ts';";
  expect(
    complaintsAbout({
      'server/access/decide.ts': empty,
      'server/features/rules/explain-path.ts': policy,
      'server/features/files/routes.ts': policy,
    }),
  ).toEqual([
    'server/features/files/routes.ts:1 imports ../../access/decide.ts: features authorize paths with server/tree/authorize.ts',
  ]);
});

test('the local driver is imported by itself, by the function that opens drivers, and by tests', () => {
  expect(
    complaintsAbout({
      'server/storage/local/walk.ts': empty,
      'server/storage/local/move.ts': "import './walk.ts';",
      'server/storage/open.ts': "import './local/walk.ts';\nimport './managed/rows.ts';",
      'server/storage/managed/rows.ts': empty,
      'server/storage/managed/rows.test.ts': "import '../local/walk.ts';",
    }),
  ).toEqual([]);
});

test.each([
  [
    'a driver that imports the local driver',
    {
      'server/storage/managed/rows.ts': "import '../local/walk.ts';",
      'server/storage/local/walk.ts': empty,
    },
    'server/storage/managed/rows.ts:1 imports ../local/walk.ts: ' +
      'what drivers share is in server/storage, and only open.ts opens the local driver',
  ],
  [
    'a local driver that imports another driver',
    {
      'server/storage/local/walk.ts': "import '../managed/rows.ts';",
      'server/storage/managed/rows.ts': empty,
    },
    'server/storage/local/walk.ts:1 imports ../managed/rows.ts: ' +
      'what drivers share is in server/storage, and only open.ts opens the local driver',
  ],
  [
    'a tree that imports the local driver',
    {
      'server/tree/move.ts': "import '../storage/local/walk.ts';",
      'server/storage/local/walk.ts': empty,
    },
    'server/tree/move.ts:1 imports ../storage/local/walk.ts: ' +
      'what drivers share is in server/storage, and only open.ts opens the local driver',
  ],
  [
    'a floor that imports a higher one',
    { 'server/tree/move.ts': "import '../http/reply.ts';", 'server/http/reply.ts': empty },
    'server/tree/move.ts:1 imports ../http/reply.ts: tree is a lower layer than http; imports only go down',
  ],
  [
    'a floor that needs only a type of a higher one',
    {
      'web/state/queue.ts': "import type { Go } from '../features/go/go.ts';",
      'web/features/go/go.ts': 'export type Go = 1;',
    },
    'web/state/queue.ts:1 imports ../features/go/go.ts: state is a lower layer than features; imports only go down',
  ],
  [
    'a dynamic import upwards',
    {
      'web/api/http.ts': "\nexport const later = () => import('../app/page.ts');",
      'web/app/page.ts': empty,
    },
    'web/api/http.ts:2 imports ../app/page.ts: api is a lower layer than app; imports only go down',
  ],
  [
    'a re-export upwards',
    {
      'server/lib/all.ts': "export { a } from '../tree/a.ts';",
      'server/tree/a.ts': 'export const a = 1;',
    },
    'server/lib/all.ts:1 imports ../tree/a.ts: lib is a lower layer than tree; imports only go down',
  ],
  [
    'a server feature that imports another',
    {
      'server/features/files/routes.ts': "import '../uploads/create.ts';",
      'server/features/uploads/create.ts': empty,
    },
    'server/features/files/routes.ts:1 imports ../uploads/create.ts: ' +
      'features/files and features/uploads must not import each other',
  ],
  [
    'a route of the page that imports another',
    { 'web/routes/login.tsx': "import './files.tsx';", 'web/routes/files.tsx': empty },
    'web/routes/login.tsx:1 imports ./files.tsx: routes/login and routes/files must not import each other',
  ],
  [
    'a page that imports the server',
    { 'web/app/page.ts': "import '../../server/errors.ts';", 'server/errors.ts': empty },
    'web/app/page.ts:1 imports ../../server/errors.ts: web/ may import itself and contract/, not server/',
  ],
  [
    'a contract that imports more than zod',
    { 'contract/files.ts': "import 'fastify';" },
    'contract/files.ts:1 imports fastify: the contract depends on zod and nothing else',
  ],
  [
    'a contract that imports the server',
    { 'contract/files.ts': "import '../server/errors.ts';", 'server/errors.ts': empty },
    'contract/files.ts:1 imports ../server/errors.ts: contract/ may import only contract/',
  ],
  [
    'an acceptance test that imports the contract',
    { 'acceptance/a.test.ts': "import '#contract/files.ts';", 'contract/files.ts': empty },
    'acceptance/a.test.ts:1 imports #contract/files.ts: acceptance/ may import only acceptance/ and scripts/',
  ],
  [
    'a journey that imports the page',
    { 'e2e/a.spec.ts': "import '../web/app/page.ts';", 'web/app/page.ts': empty },
    'e2e/a.spec.ts:1 imports ../web/app/page.ts: e2e/ may import only e2e/',
  ],
  [
    'a running part that imports test code',
    { 'server/app.ts': "import './testing/app.ts';", 'server/testing/app.ts': empty },
    'server/app.ts:1 imports ./testing/app.ts: code that runs does not import test code',
  ],
  [
    'a file that is in no layer',
    { 'server/helpers/a.ts': "import '../errors.ts';", 'server/errors.ts': empty },
    'server/helpers/a.ts is in none of the layers',
  ],
  [
    'an import of a file that is not there',
    { 'server/app.ts': "import './gone.ts';" },
    'server/app.ts:1 imports ./gone.ts: there is no such file',
  ],
  [
    'a feature that touches the disk',
    { 'server/features/files/a.ts': "import { readFile } from 'node:fs/promises';" },
    'server/features/files/a.ts:1 imports node:fs/promises: ' +
      'only the local driver, config, cli and start-up code touch the disk',
  ],
  [
    'a feature that touches the disk by the short name',
    { 'server/tree/a.ts': "const disk = await import('fs');" },
    'server/tree/a.ts:1 imports fs: only the local driver, config, cli and start-up code touch the disk',
  ],
  [
    'a reading of the environment outside config',
    { 'server/logger.ts': '// process.env in a comment is fine\nconst level = process.env.LEVEL;' },
    'server/logger.ts:2 reads process.env: only server/config does',
  ],
  [
    'a roundabout reading of the environment',
    { 'server/app.ts': "import { env } from 'node:process';" },
    'server/app.ts:1 reads process.env: only server/config does',
  ],
  [
    'a file that is no TypeScript',
    { 'server/app.ts': 'import from' },
    'server/app.ts cannot be read: Expected `from` but found `EOF`',
  ],
  [
    'a ring of imports',
    {
      'server/tree/a.ts': "import './b.ts';",
      'server/tree/b.ts': "import type {} from './c.ts';",
      'server/tree/c.ts': "import './a.ts';",
    },
    'a ring of imports: server/tree/a.ts → server/tree/b.ts → server/tree/c.ts → server/tree/a.ts',
  ],
])('%s is reported with its file', (_what, files, complaint) => {
  expect(complaintsAbout(files)).toEqual([complaint]);
});
