import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { SERVER_COMMAND } from '../paths.ts';

const LIMIT_MS = 20_000;

export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A temporary working folder in which commands run. */
export class CliFolder {
  readonly #folder: string;

  constructor(scratch: string) {
    this.#folder = mkdtempSync(join(scratch, 'cli-'));
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text);
  }

  /** Returns the document in a file, or undefined if the file does not exist. */
  read(name: string): unknown {
    const file = join(this.#folder, name);
    if (!existsSync(file)) return undefined;
    const text = readFileSync(file, 'utf8');
    return name.endsWith('.json') ? JSON.parse(text) : parse(text);
  }

  run(args: readonly string[]): CliResult {
    return runCommand(this.#folder, args);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Runs the program in a folder until it exits. */
export function runCommand(folder: string, args: readonly string[], stdin = ''): CliResult {
  const [program = '', ...first] = SERVER_COMMAND;
  return spawnSync(program, [...first, ...args], {
    cwd: folder,
    encoding: 'utf8',
    input: stdin,
    env: { PATH: process.env['PATH'], HOME: folder, TZ: 'UTC' },
    timeout: LIMIT_MS,
  });
}
