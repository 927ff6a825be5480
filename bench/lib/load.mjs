import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { writeBatch } from './batch.mjs';

let batches = 0;

/** Runs the load generator `native/load.c` on requests and returns its measurements. */
export class LoadClient {
  #program;
  #folder;

  constructor({ program, folder }) {
    this.#program = program;
    this.#folder = folder;
  }

  /** Returns requests in a form that can be sent many times. */
  batch(units) {
    const file = join(this.#folder, `batch-${++batches}`);
    writeBatch(file, units);
    return file;
  }

  /** Sends a batch and returns the measurements. Throws if a response is wrong. */
  async run(port, options) {
    return this.start(port, options).result;
  }

  /** Starts sending a batch without waiting: `stop` ends it early, `result` resolves with the measurements. */
  start(port, { connections, batch, seconds, everyMs, mark, body }) {
    const args = [String(port), String(connections), batch];
    const flags = { body, seconds, every: everyMs, mark };
    for (const [name, value] of Object.entries(flags)) {
      if (value !== undefined) args.push(`--${name}`, String(value));
    }
    const child = spawn(this.#program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    return { result: resultOf(child), stop: () => child.kill('SIGTERM') };
  }
}

async function resultOf(child) {
  let output = '';
  let complaints = '';
  child.stdout.on('data', (bytes) => (output += bytes));
  child.stderr.on('data', (bytes) => (complaints += bytes));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`wrong responses: ${complaints.trim()} ${output.trim()}`);
  return JSON.parse(output);
}
