import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { send, type TestServer } from './test-server.ts';
import { tokenOf } from './users.ts';

/** Creates a shell script outside the root. Returns its path. */
export function aScript(server: TestServer, name: string, lines: readonly string[]): string {
  const path = join(server.scratch, name);
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o700 });
  return path;
}

/** Stores event hooks through the API. */
export async function setUpCommands(
  server: TestServer,
  commands: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const token = await tokenOf(server, server.admin);
  await send(server.url, token, 'PUT', '/api/settings', { commands });
}
