import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from './test-server.ts';
import { callAs, tokenOf } from './users.ts';

/** A program of the operator's own, beside the served folder. Returns its path. */
export function aScript(server: TestServer, name: string, lines: readonly string[]): string {
  const path = join(server.scratch, name);
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o700 });
  return path;
}

/** Sets commands up as another administrator would. */
export async function setUpCommands(
  server: TestServer,
  commands: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const token = await tokenOf(server, server.admin);
  const reply = await callAs(server, token, 'PUT', '/api/settings', { commands });
  if (!reply.ok) throw new Error(`not set up: ${reply.status} ${await reply.text()}`);
}
