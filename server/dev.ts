// Starts the server from its sources, with the page served by Vite. For development only.
import { buildApp } from './app.ts';
import { parseCommandLine } from './cli/command-line.ts';
import { withHotReload } from './cli/hot-reload.ts';
import { endProcess, exitWith } from './cli/end-process.ts';
import { serve } from './cli/serve.ts';
import { readSurroundings } from './config/environment.ts';

try {
  const request = await parseCommandLine(process.argv.slice(2));
  if (request.command !== 'serve') throw new Error('only the server runs with hot reload');
  await serve(request.flags, readSurroundings(), withHotReload(buildApp));
  await endProcess(0);
} catch (error) {
  await exitWith(error);
}
