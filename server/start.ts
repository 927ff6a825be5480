import { buildApp } from './app.ts';
import { parseCommandLine, type Request } from './cli/command-line.ts';
import { importConfig } from './cli/import-config.ts';
import { importUsers } from './cli/import-users.ts';
import { exitWith } from './cli/report-failure.ts';
import { serve } from './cli/serve.ts';
import { readSurroundings } from './config/environment.ts';

/** Does what the words behind the program's name ask for, and ends the process. */
export async function start(words: readonly string[]): Promise<never> {
  try {
    await run(parseCommandLine(words));
    process.exit(0);
  } catch (error) {
    exitWith(error);
  }
}

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
