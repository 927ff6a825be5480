import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const STOP_WITHIN_MS = 12_000;

/** A started program with all its child processes. */
export class Program {
  #child;
  #output = '';
  #ended = false;

  constructor(command, args, options = {}) {
    this.#child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    this.#child.on('error', (error) => this.#end(error.message));
    this.#child.on('exit', () => this.#end(''));
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (bytes) => (this.#output = (this.#output + bytes).slice(-20_000)));
    }
  }

  /** The last output of the program. */
  get output() {
    return this.#output;
  }

  /** Waits until `test` accepts the output. */
  async until(test, withinMs = 15_000) {
    const deadline = Date.now() + withinMs;
    for (;;) {
      if (await test(this.#output)) return;
      if (this.#ended) throw new Error(`the program ended at its start: ${this.#output.trim()}`);
      if (Date.now() > deadline)
        throw new Error(`the program did not start in time: ${this.#output.trim()}`);
      await pause(20);
    }
  }

  async stop() {
    if (this.#ended) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_WITHIN_MS);
    await ended;
    clearTimeout(timer);
  }

  /** Returns the processor time of the program and its children so far. Seconds. */
  cpuSeconds() {
    return sum(this.#pids().map(cpuSecondsOf));
  }

  /** Returns the resident memory. MB. */
  residentMb() {
    return sum(this.#pids().map((pid) => statusOf(pid, 'VmRSS')));
  }

  /** Returns the peak of the resident memory since `forgetPeak`. MB. */
  peakMb() {
    return sum(this.#pids().map((pid) => statusOf(pid, 'VmHWM')));
  }

  /** Returns the number of open file descriptors. */
  descriptors() {
    return sum(this.#pids().map((pid) => readdirSync(`/proc/${pid}/fd`).length));
  }

  forgetPeak() {
    for (const pid of this.#pids()) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  }

  #pids() {
    return this.#ended ? [] : treeOf(this.#child.pid);
  }

  #end(words) {
    this.#ended = true;
    this.#output += words;
  }
}

export function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function treeOf(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(name));
  }
  const tree = [pid];
  for (const known of tree) {
    for (const [child, parent] of parents) if (parent === known) tree.push(child);
  }
  return tree;
}

function parentOf(pid) {
  return Number(fieldsOf(pid)[1]);
}

/** Returns the fields of `/proc/<pid>/stat` after the program name: state, parent and so on. */
function fieldsOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function cpuSecondsOf(pid) {
  const fields = fieldsOf(pid);
  return sum(fields.slice(11, 15).map(Number)) / TICKS_PER_SECOND;
}

function statusOf(pid, key) {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return (Number(new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
