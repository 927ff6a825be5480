#!/usr/bin/env node
import { buildApp } from './app.ts';
import { parseCommandLine, type Request } from './cli/command-line.ts';
import { importConfig } from './cli/import-config.ts';
import { importUsers } from './cli/import-users.ts';
import { exitWith } from './cli/report-failure.ts';
import { serve } from './cli/serve.ts';
import { readSurroundings } from './config/environment.ts';

async function run(request: Request): Promise<void> {
  const surroundings = readSurroundings();
  switch (request.command) {
    case 'serve':
      return serve(request.flags, surroundings, buildApp);
    case 'import-config':
      return importConfig(request, surroundings);
    case 'import-users':
      return importUsers(request, surroundings);
    case 'print':
      process.stdout.write(request.text);
  }
}

try {
  await run(parseCommandLine(process.argv.slice(2)));
  process.exit(0);
} catch (error) {
  exitWith(error);
}
