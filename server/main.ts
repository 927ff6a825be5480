#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Where Node can keep what it has compiled (22.8 and newer), later starts take a fraction of the time. It is asked
// before anything large is loaded, and keeps it beside the program: in a folder for everybody's temporary files
// somebody else could have put something there.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') {
  module.enableCompileCache(fileURLToPath(new URL('../.compile-cache', import.meta.url)));
}

const { start } = await import('./start.ts');
await start(process.argv.slice(2));
