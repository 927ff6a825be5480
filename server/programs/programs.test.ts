import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { modulePath } from '../testing/child-script.ts';
import { isInstalled, outputOf } from '../testing/programs.ts';
import { readProcess, readProcessTable } from './process-table.ts';
import type { OutputSink, ProgramEnd, ProgramLimits, ProgramStart } from './program.ts';
import { Programs } from './programs.ts';

const FOREVER = new AbortController().signal;
const ENVIRONMENT = { PATH: '/usr/bin:/bin' };
const LIMITS: ProgramLimits = {
  timeLimitMs: 15_000,
  mostOutputBytes: 1_000_000,
  mostProcesses: 40,
};

let programs: Programs;
beforeEach(() => {
  programs = new Programs();
});
afterEach(() => programs.close());

interface Seen {
  readonly end: ProgramEnd;
  readonly stdout: string;
  readonly stderr: string;
}

interface Differing extends Partial<Omit<ProgramStart, 'limits'>> {
  readonly limits?: Partial<ProgramLimits>;
  readonly signal?: AbortSignal;
}

async function run(script: string, differing: Differing = {}): Promise<Seen> {
  const { signal = FOREVER, limits, ...start } = differing;
  const printed = { stdout: '', stderr: '' };
  const end = await programs.run(
    shell(script, { ...start, limits: { ...LIMITS, ...limits } }),
    (chunk, from) => {
      printed[from] += chunk.toString('utf8');
    },
    signal,
  );
  return { end, ...printed };
}

function shell(script: string, differing: Partial<ProgramStart> = {}): ProgramStart {
  const args = ['-c', script];
  return { program: '/bin/sh', args, environment: ENVIRONMENT, limits: LIMITS, ...differing };
}

describe('a program that ends by itself', () => {
  test('returns its output, each stream separately, and its exit code', async () => {
    const seen = await run('echo out; echo err >&2; exit 3');
    expect(seen).toMatchObject({
      end: { kind: 'exit', code: 3 },
      stdout: 'out\n',
      stderr: 'err\n',
    });
    expect((await run('exit 0')).end).toEqual({ kind: 'exit', code: 0 });
    expect((await run('kill -9 $$')).end).toEqual({ kind: 'signal' });
  });

  test('has exactly the given environment, and no input', async () => {
    const program = '/usr/bin/env';
    const environment = { FILE: '/a b/$(x)\n"', EMPTY: '' };
    const { stdout } = await run('', { program, args: ['-0'], environment });
    expect(stdout).toBe('FILE=/a b/$(x)\n"\0EMPTY=\0');
    expect(await run('cat; echo read')).toMatchObject({ stdout: 'read\n' });
  });

  test('gets its arguments unchanged', async () => {
    const args = ['$(touch x)', '; rm -rf .', '`id`', 'two words', "it's", '-rf', '%s\n', '*', ''];
    const script = 'for word; do printf "[%s]" "$word"; done';
    const { stdout } = await run('', { args: ['-c', script, 'sh', ...args] });
    expect(stdout).toBe(args.map((arg) => `[${arg}]`).join(''));
  });

  test('starts in the given folder, with a low priority', async () => {
    expect((await run('pwd', { folder: '/usr' })).stdout).toBe('/usr\n');
    // The first process may have begun before the signal.
    expect((await run('sleep 0.2; sh -c nice')).stdout).toBe('10\n');
  });

  test('takes its last words along, although it closed one stream early and printed much in the other', async () => {
    const { stdout, end } = await run('exec 2>&-; seq 1 20000; echo last words');
    expect(stdout.endsWith('20000\nlast words\n')).toBe(true);
    expect(end).toEqual({ kind: 'exit', code: 0 });
    expect(await run('exec >&- 2>&-; sleep 0.3; exit 4')).toMatchObject({
      end: { kind: 'exit', code: 4 },
    });
  });
});

describe('a program that cannot be started', () => {
  test.each<[string, Differing]>([
    ['is not there', { program: '/nowhere/at/all' }],
    ['is a folder', { program: '/etc' }],
    ['may not be run', { program: '/etc/passwd' }],
    ['would start in a folder that is not there', { folder: '/nowhere' }],
    ['would start in what is no folder', { folder: '/etc/passwd' }],
    ['has an argument that nobody can be given', { args: ['a\0b'] }],
    ['has surroundings that nobody can be given', { environment: { BAD: 'a\0b' } }],
    ['has an argument that is too long', { args: ['x'.repeat(300_000)] }],
  ])('since it %s is told so', async (_why, differing) => {
    expect((await run('', differing)).end).toMatchObject({ kind: 'not-started' });
    expect((await run('echo others go on')).stdout).toBe('others go on\n');
  });
});

describe('a program that is called off', () => {
  test('is never started when that was before', async () => {
    const file = join(temporaryFolder(), 'started');
    const { end } = await run(`touch ${file}`, { signal: AbortSignal.abort() });
    expect(end).toEqual({ kind: 'stopped' });
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });

  test('gets SIGTERM first, and can clean up', async () => {
    const { end, stdout } = await run('trap "echo cleaned up; exit 7" TERM; sleep 30 & wait', {
      signal: AbortSignal.timeout(300),
    });
    expect({ end, stdout }).toEqual({ end: { kind: 'stopped' }, stdout: 'cleaned up\n' });
  });

  test('is killed with all that it has started when it ignores SIGTERM, after a grace period', async () => {
    // Long enough for the reaction to SIGTERM, also on a busy machine.
    programs = new Programs({ graceMs: 2_000 });
    const { end, stdout } = await run(
      'trap "echo asked" TERM; sh -c "trap \'\' TERM; echo \\$\\$; sleep 600; sleep 600" & echo $$; while :; do sleep 0.05; done',
      { signal: AbortSignal.timeout(300) },
    );
    expect(end).toEqual({ kind: 'stopped' });
    expect(stdout).toContain('asked\n');
    await untilGone(...numbersIn(stdout));
  });

  test('is ended even if its output is never consumed', async () => {
    programs = new Programs({ graceMs: 10 });
    const never: OutputSink = () => new Promise(() => undefined);
    const end = await programs.run(shell('yes'), never, AbortSignal.timeout(300));
    expect(end).toEqual({ kind: 'stopped' });
  });

  test('is ended when its output is refused', async () => {
    const file = join(temporaryFolder(), 'pid');
    const refuse: OutputSink = () => Promise.reject(new Error('the connection is gone'));
    const end = await programs.run(
      shell(`echo $$ > ${file}; echo begun; sleep 30`),
      refuse,
      FOREVER,
    );
    expect(end).toEqual({ kind: 'stopped' });
    await untilGone(...numbersIn(readFileSync(file, 'utf8')));
    const broken: OutputSink = () => {
      throw new Error('a defect');
    };
    expect(await programs.run(shell('yes'), broken, FOREVER)).toEqual({ kind: 'stopped' });
  });

  test('is ended when the server stops, and none is started after that', async () => {
    const running = run('echo $$; sleep 30');
    await delay(300);
    await programs.close();
    const { end, stdout } = await running;
    expect(end).toEqual({ kind: 'stopped' });
    await untilGone(...numbersIn(stdout));
    expect((await run('true')).end).toEqual({ kind: 'stopped' });
  });
});

describe('processes that a program leaves behind', () => {
  test('ends with it', async () => {
    const { stdout, end } = await run('sleep 600 & echo $!; (sleep 600 & echo $!)');
    expect(end).toEqual({ kind: 'exit', code: 0 });
    await untilGone(...numbersIn(stdout));
  });

  test('is not waited for where it has left the group and holds the output open', async () => {
    const script = 'setsid sh -c "echo \\$\\$; sleep 600" & sleep 0.1';
    const { stdout, end } = await run(script);
    expect(end).toEqual({ kind: 'exit', code: 0 });
    const [left = 0, ...others] = numbersIn(stdout);
    expect(others).toEqual([]);
    expect(readProcess(left)?.isDead).toBe(false);
    process.kill(-left, 'SIGKILL');
  });

  test('ends with it also outside of the group, once it was seen', async () => {
    const script = 'setsid sh -c "echo \\$\\$; sleep 600; sleep 600" & sleep 0.6';
    const { stdout, end } = await run(script);
    expect(end).toEqual({ kind: 'exit', code: 0 });
    await untilGone(...numbersIn(stdout));
  });

  test('ends with it outside of the group when it is called off', async () => {
    const { stdout, end } = await run(
      'setsid sh -c "trap \'\' TERM; echo \\$\\$; sleep 600; sleep 600" & sleep 600',
      { signal: AbortSignal.timeout(500) },
    );
    expect(end).toEqual({ kind: 'stopped' });
    await untilGone(...numbersIn(stdout));
  });
});

describe('limits', () => {
  test('time', async () => {
    const { end, stdout } = await run('echo $$; sleep 600', { limits: { timeLimitMs: 400 } });
    expect(end).toEqual({ kind: 'too-long' });
    await untilGone(...numbersIn(stdout));
  });

  test('output, of both streams together, with the part within the limit', async () => {
    const { end, stdout, stderr } = await run(
      'printf 12345678 >&2; sleep 0.2; printf abcdefgh; trap "" TERM; yes',
      { limits: { mostOutputBytes: 12 } },
    );
    expect({ end, stdout, stderr }).toEqual({
      end: { kind: 'too-much' },
      stdout: 'abcd',
      stderr: '12345678',
    });
    expect((await run('printf abc', { limits: { mostOutputBytes: 3 } })).end).toEqual({
      kind: 'exit',
      code: 0,
    });
  });

  test('processes', async () => {
    const many = 'for i in 1 2 3 4 5 6 7 8; do sleep 600 & echo $!; done; wait';
    const { end, stdout } = await run(many, { limits: { mostProcesses: 8 } });
    expect(end).toEqual({ kind: 'too-many-processes' });
    await untilGone(...numbersIn(stdout));
    const enough = 'for i in 1 2 3 4 5 6 7; do sleep 0.6 & done; wait';
    expect((await run(enough, { limits: { mostProcesses: 8 } })).end).toEqual({
      kind: 'exit',
      code: 0,
    });
  });

  test('processes that have left the group', async () => {
    const script = 'for i in 1 2 3 4 5 6 7 8; do setsid sleep 600 & echo $!; done; wait';
    const { end } = await run(script, { limits: { mostProcesses: 8 } });
    expect(end).toEqual({ kind: 'too-many-processes' });
    await expect.poll(() => countOf('sleep')).toBe(0);
  });

  // Each process creates two more, ten times. The number is small enough for a slow machine.
  test.skipIf(!isInstalled('perl'))('end a fork bomb, and the machine recovers', async () => {
    const bomb = 'for (1..11) { fork } sleep 600';
    const { end } = await run('', { program: '/usr/bin/perl', args: ['-e', bomb] });
    expect(end).toEqual({ kind: 'too-many-processes' });
    await expect.poll(() => countOf('perl')).toBe(0);
    expect((await run('echo still here')).stdout).toBe('still here\n');
  });
});

test('a program waits while its output is not taken, and none of it is lost', async () => {
  const file = join(temporaryFolder(), 'progress');
  const [pieces, size] = [64, 256 * 1024];
  const script = `for i in $(seq ${pieces}); do head -c ${size} /dev/zero; echo $i > ${file}; done`;
  const progress = (): number => Number(readIfThere(file));
  const ahead: number[] = [];
  let bytes = 0;
  const end = await programs.run(
    shell(script, { limits: { ...LIMITS, mostOutputBytes: pieces * size } }),
    async (chunk) => {
      bytes += chunk.length;
      const taken = bytes;
      if (taken % (16 * size) >= chunk.length) return;
      ahead.push((await untilItStands(progress)) * size - taken);
    },
    FOREVER,
  );
  expect(end).toEqual({ kind: 'exit', code: 0 });
  expect(bytes).toBe(pieces * size);
  expect(ahead).toHaveLength(4);
  // A pipe and the buffer of a stream lie between the program and its reader.
  expect(Math.max(...ahead)).toBeLessThanOrEqual(2 * size);
});

test('many programs run at once, and each gets its own result', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `number ${index}`);
  const warnings: unknown[] = [];
  const note = (warning: unknown): void => void warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const all = await Promise.all(
    names.map((name) => run('echo "$NAME"; sleep 0.3', { environment: { NAME: name } })),
  );
  expect(all.map(({ stdout }) => stdout)).toEqual(names.map((name) => `${name}\n`));
  expect(warnings).toEqual([]);
});

test('descriptors of the server are not open in programs', async () => {
  const script = `
    import { Programs } from ${JSON.stringify(modulePath('programs/programs.ts'))};
    const programs = new Programs();
    const start = {
      program: '/bin/sh',
      args: ['-c', 'ls -l /proc/self/fd'],
      environment: { PATH: '/usr/bin:/bin' },
      limits: { timeLimitMs: 10_000, mostOutputBytes: 10_000, mostProcesses: 40 },
    };
    await programs.run(start, (chunk) => void process.stdout.write(chunk), new AbortController().signal);
    process.exit(0);
  `;
  const file = join(temporaryFolder(), 'server.mjs');
  writeFileSync(file, script);
  const line = 'exec 5</usr 9</etc/passwd; exec "$0" "$1"';
  const seen = outputOf('/bin/sh', ['-c', line, process.execPath, file], process.cwd());
  expect(seen).toContain('/dev/null');
  expect(seen).not.toMatch(/-> \/(?:usr|etc)/);
});

test('attached descriptors are open from the third on, in order', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, 'on disk');
  const fd = openSync(file, 'r');
  onTestFinished(() => closeSync(fd));
  const { stdout } = await run('cat <&4; cat <&3; cat <&5; test -e /proc/$$/fd/6 || echo no more', {
    attached: [
      { kind: 'text', text: ' and told' },
      { kind: 'descriptor', fd },
      { kind: 'text', text: ', unread by some\n' },
    ],
  });
  expect(stdout).toBe('on disk and told, unread by some\nno more\n');
  const text = 'x'.repeat(1_000_000);
  const unread = await run('exit 0', { attached: [{ kind: 'text', text }] });
  expect(unread.end).toEqual({ kind: 'exit', code: 0 });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'filebrowser-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Returns `measure()` once it has stayed the same for 100 ms. */
async function untilItStands(measure: () => number): Promise<number> {
  for (let last = measure(); ;) {
    await delay(100);
    const now = measure();
    if (now === last) return now;
    last = now;
  }
}

function numbersIn(text: string): number[] {
  const numbers = text.match(/^\d+$/gm)?.map(Number) ?? [];
  expect(numbers.length).toBeGreaterThan(0);
  return numbers;
}

async function untilGone(...pids: readonly number[]): Promise<void> {
  const left = (): number[] => pids.filter((pid) => readProcess(pid)?.isDead === false);
  await expect.poll(left).toEqual([]);
}

/** Living programs of that name that have come from here: their parents may be gone. */
function countOf(name: string): number {
  return readProcessTable().filter(
    ({ pid, isDead }) =>
      !isDead && environmentOf(pid) === 'PATH=/usr/bin:/bin\0' && nameOf(pid) === name,
  ).length;
}

function environmentOf(pid: number): string {
  return readIfThere(`/proc/${pid}/environ`);
}

function nameOf(pid: number): string {
  return readIfThere(`/proc/${pid}/comm`).trim();
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
