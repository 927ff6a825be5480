#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Node 22.8 and newer keep compiled code, so that later starts take a fraction of the time. Enabled before large modules are
// loaded. The cache is beside the program, because other users could write to a shared temporary folder.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') {
  module.enableCompileCache(fileURLToPath(new URL('../.compile-cache', import.meta.url)));
}

const { start } = await import('./start.ts');
await start(process.argv.slice(2));
