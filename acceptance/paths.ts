import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The folder of the clone. */
export const PROJECT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Responses and data of File Browser 2. Its README describes the files. */
export const RECORDINGS = join(PROJECT, 'acceptance', 'recordings');

/** `ACCEPTANCE_SERVER=source` tests the sources instead of the built server. */
const fromSource = process.env['ACCEPTANCE_SERVER'] === 'source';

export const SERVER_ENTRY = join(PROJECT, fromSource ? 'server/main.ts' : 'dist/server/main.js');

/** Command line that starts the program, before its own arguments. Works from any folder. */
export const SERVER_COMMAND: readonly string[] = [
  process.execPath,
  ...(fromSource
    ? [
        '--conditions=source',
        '--import',
        pathToFileURL(join(PROJECT, 'node_modules/tsx/dist/loader.mjs')).href,
      ]
    : []),
  SERVER_ENTRY,
];
