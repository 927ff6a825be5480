import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { isInstalled } from '../../testing/programs.ts';
import { readProcessTable } from '../process-table.ts';
import type { ProgramEnd, ProgramStart } from '../program.ts';
import { Programs } from '../programs.ts';
import { createSandbox, type SandboxConfig } from './sandbox.ts';

const LIMITS = { timeLimitMs: 15_000, mostOutputBytes: 1_000_000, mostProcesses: 40 };
const NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups', '--'];

const programs = new Programs();
const works = (await createSandbox(configOf('/usr'), programs).state()) === 'active';

/** `/root` as the server serves it, with the files of two users and, among those of one, the server's own. */
let root: string;
let bob: string;
let alice: string;

beforeAll(() => {
  if (!works) console.warn('bubblewrap does not work here: nothing is tested of the sandbox');
});
beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), 'filebrowser-sandbox-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  root = join(parent, 'root');
  bob = join(root, 'bob');
  alice = join(root, 'alice');
  for (const folder of [root, bob, alice, join(bob, 'sub'), join(bob, 'state')]) mkdirSync(folder);
  writeFileSync(join(alice, 'secret'), 'of alice');
  writeFileSync(join(bob, 'mine'), 'of bob');
  writeFileSync(join(bob, 'state', 'files.db'), 'all passwords');
  mkdirSync(join(bob, 'state', 'keys'));
  writeFileSync(join(bob, 'state', 'keys', 'key'), 'the key');
  symlinkSync('/etc/shadow', join(bob, 'link-out'));
  symlinkSync('../alice', join(bob, 'link-over'));
  for (const path of [parent, root, alice, bob, ...within(bob, 'sub', 'state', 'state/keys')]) {
    chmodSync(path, 0o777);
  }
  for (const path of within(bob, 'mine', 'state/files.db', 'state/keys/key')) {
    chmodSync(path, 0o666);
  }
});
afterAll(() => programs.close());

test.runIf(process.env['CI'] === 'true')('bubblewrap works where all tests run', () => {
  expect(works).toBe(true);
});

test('is off if it is not configured', async () => {
  const config = configOf('/usr');
  const off = { ...config, commands: { ...config.commands, sandbox: 'off' as const } };
  expect(await createSandbox(off, programs).state()).toBe('off');
});

const canBeNobody = process.getuid?.() === 0 && isInstalled('setpriv');
const PEOPLE = canBeNobody ? (['ourselves', 'nobody'] as const) : (['ourselves'] as const);

describe.skipIf(!works).each(PEOPLE)('in the sandbox, as %s', (who) => {
  const run = (script: string, differing: Differing = {}) => runIn(script, { who, ...differing });

  test('the files are where they are outside, and can be changed', async () => {
    const seen = await run('pwd; cat ../mine; echo new > made; mv made moved; echo "$HOME"', {
      folder: join(bob, 'sub'),
    });
    expect(seen).toEqual({
      end: { kind: 'exit', code: 0 },
      said: `${join(bob, 'sub')}\nof bob${bob}\n`,
    });
    expect(readFileSync(join(bob, 'sub', 'moved'), 'utf8')).toBe('new\n');
  });

  test('exit codes and signals come out', async () => {
    expect((await run('exit 42')).end).toEqual({ kind: 'exit', code: 42 });
    expect((await run('kill -9 $$')).end).toEqual({ kind: 'exit', code: 137 });
  });

  test('other users have no files', async () => {
    const { said } = await run(`ls ${root}; cat ${alice}/secret ../alice/secret link-over/secret`);
    expect(said).not.toContain('of alice');
    expect(said).toMatch(/^bob\n/);
  });

  test.each(['/etc/shadow', '/etc/hostname', '/root', '/home', '/var', '/run', '/sys', '/boot'])(
    '%s is not visible',
    async (path) => {
      expect((await run(`ls -d ${path}`)).said).toMatch(/No such file/);
    },
  );

  test('a symlink out of the files leads nowhere', async () => {
    expect((await run('cat link-out')).said).toMatch(/No such file/);
    expect((await run('ln -s / top; ls top/etc; cat top/etc/passwd')).said).not.toContain('root:');
  });

  test('accounts of the machine are not visible, and the user has a name', async () => {
    const { said } = await run('wc -l < /etc/passwd; wc -l < /etc/group; id -u; whoami');
    expect(said).toMatch(who === 'nobody' ? /^1\n1\n65534\n/ : /^1\n1\n\d+\nuser\n$/);
  });

  test("the server's own files can be neither read nor changed nor made", async () => {
    const { said } = await run(
      [
        'cd state; cat files.db files.db-journal keys/key',
        'echo x > files.db; echo x > files.db-journal; echo x > keys/key2; rm -rf files.db keys',
        'mv files.db other; mv files.db-journal other; ln files.db hard; cat hard',
        'cd ..; mv state moved; mv sub sub2; cat moved/files.db',
      ].join('\n'),
    );
    expect(said).not.toMatch(/passwords|the key/);
    expect(readFileSync(join(bob, 'state', 'files.db'), 'utf8')).toBe('all passwords');
    expect(readFileSync(join(bob, 'state', 'keys', 'key'), 'utf8')).toBe('the key');
    expect(statSync(join(bob, 'state', 'files.db-journal')).size).toBe(0);
    expect(existsSync(join(bob, 'state', 'keys', 'key2'))).toBe(false);
    expect(existsSync(join(bob, 'sub2'))).toBe(true);
  });

  test('the system can only be read', async () => {
    const paths = ['/usr/bin', '/usr/lib', '/etc', '/', '/proc/sys/kernel', '/dev'];
    for (const path of paths) {
      const { said } = await run(`echo x > ${path}/planted`);
      expect(said).toMatch(/Read-only|denied|cannot create/);
      expect(existsSync(join(path, 'planted'))).toBe(false);
    }
  });

  test('the settings of the kernel can only be read', async () => {
    const setting = '/proc/sys/kernel/printk_ratelimit_burst';
    const before = readFileSync(setting, 'utf8');
    const { said } = await run(`echo 11 > ${setting}; echo h > /proc/sysrq-trigger`);
    expect(said).toMatch(/Read-only/);
    expect(readFileSync(setting, 'utf8')).toBe(before);
  });

  test('/tmp is private and removed, and nothing of another user is visible', async () => {
    const { said } = await run('ls -A /tmp; echo x > /tmp/mine && cat /tmp/mine');
    expect(said).toMatch(/x\n$/);
    expect(existsSync('/tmp/mine')).toBe(false);
    expect(said).not.toContain('vitest');
  });

  test('no processes are seen but its own, and of the server nothing', async () => {
    const script = `ls /proc | grep -c "^[0-9]"; tr "\\0" "\\n" < /proc/1/environ; kill -0 ${process.pid} || echo gone; cat /proc/${process.pid}/environ`;
    const { said } = await run(script);
    expect(Number(said.split('\n')[0])).toBeLessThan(10);
    expect(said).not.toMatch(/VITEST|NODE/);
    expect(said).toContain('gone');
  });

  test('permissions cannot be raised, and nothing can be mounted', async () => {
    const { said } = await run(
      'grep -E "^(CapEff|CapBnd|NoNewPrivs)" /proc/self/status; unshare -Ur true; mount -t tmpfs none /tmp; mount --bind /usr /tmp',
    );
    expect(said).toMatch(/CapBnd:\s+0{16}\n/);
    expect(said).toMatch(/CapEff:\s+0{16}\n/);
    expect(said).toMatch(/NoNewPrivs:\s+1/);
    expect(said).toMatch(/unshare failed/);
    expect(said.match(/mount: /g)?.length).toBeGreaterThanOrEqual(2);
  });

  test.skipIf(!isInstalled('perl'))(
    'no open folder is left over by which to walk out',
    async () => {
      const script =
        'for (3..255) { for my $up ("..", "../..") { my $p = "/proc/self/fd/$_/$up/alice/secret"; print "out: $p\\n" if -e $p } }';
      const { said, end } = await run('', { program: '/usr/bin/perl', args: ['-e', script] });
      expect({ said, end }).toEqual({ said: '', end: { kind: 'exit', code: 0 } });
    },
  );

  test.skipIf(!isInstalled('perl'))('there is no network', async () => {
    const server = createServer((socket) => socket.end('reached')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const script = `use IO::Socket::INET; my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:${port}", Timeout => 3); print $s ? <$s> : "alone"`;
    const perl = { program: '/usr/bin/perl', args: ['-e', script] };
    expect((await run('', perl)).said).toBe('alone');
    expect((await run('', { ...perl, network: true })).said).toBe('reached');
  });

  test('all ends with it, whatever tries to stay', async () => {
    const seen = await run('setsid sleep 61.5 & (setsid sleep 61.5 &) ; echo started');
    expect(seen.said).toBe('started\n');
    await expect.poll(() => isRunning('sleep\u000061.5')).toBe(false);
  });

  test('gets SIGTERM before it is killed', async () => {
    const { end, said } = await run('trap "echo cleaned up; exit" TERM; sleep 30 & wait', {
      signal: AbortSignal.timeout(600),
    });
    expect({ end, said }).toEqual({ end: { kind: 'stopped' }, said: 'cleaned up\n' });
  });

  test('processes are counted in there as outside', async () => {
    const { end } = await run('for i in 1 2 3 4 5 6 7 8; do setsid sleep 30 & done; wait', {
      mostProcesses: 6,
    });
    expect(end).toEqual({ kind: 'too-many-processes' });
  });

  test('a folder that has replaced the scope is not shown', async () => {
    const { said } = await run('cat mine; ls', {
      between: () => {
        renameSync(bob, join(root, 'bob-moved'));
        symlinkSync(alice, bob);
        onTestFinished(() => unlinkSync(bob));
      },
    });
    expect(said).not.toContain('secret');
    expect(said).not.toContain('of alice');
  });

  test('a program from elsewhere is shown, and nothing beside it', async () => {
    const folder = join(root, '..', 'programs');
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'tool'), '#!/bin/sh\nls "${0%/*}"; echo x > "$0"', { mode: 0o755 });
    writeFileSync(join(folder, 'beside'), 'not for them');
    const { said } = await run('', { program: join(folder, 'tool'), args: [] });
    expect(said).toMatch(/^tool\n.*(?:Read-only|denied)/);
  });
});

describe.skipIf(!works)('a scope that contains system folders', () => {
  test.each(['/', '/usr', '/etc', '/opt', '/tmp', '/home'])(
    '%s is shown, and of the system nothing more can be changed',
    async (scope) => {
      const script =
        'pwd; ls /usr/bin/env; echo x > /usr/planted; echo x > /proc/sys/planted; mount | grep -c " /usr .*ro,"';
      const { said } = await runIn(script, {
        who: 'ourselves',
        scope,
        folder: scope,
        servedRoot: scope,
      });
      // Error output is interleaved at an arbitrary position.
      const lines = said.split('\n').filter((line) => !line.startsWith('/bin/sh:'));
      expect(lines).toEqual([scope, '/usr/bin/env', '1', '']);
      expect(existsSync('/usr/planted')).toBe(false);
    },
  );

  test('the other users are not shown where all of them live among programs', async () => {
    const { said } = await runIn('ls /usr/share; ls /usr/share/man 2>&1 | head -1', {
      who: 'ourselves',
      servedRoot: '/usr/share',
      scope: '/usr/share/man',
      folder: '/usr/share/man',
    });
    expect(said.split('\n')[0]).toBe('man');
    expect(said.split('\n')[1]).not.toMatch(/No such|man$/);
  });
});

interface Differing {
  readonly program?: string;
  readonly args?: readonly string[];
  readonly folder?: string;
  readonly scope?: string;
  readonly servedRoot?: string;
  readonly network?: boolean;
  readonly mostProcesses?: number;
  readonly signal?: AbortSignal;
  readonly who?: (typeof PEOPLE)[number];
  /** Called after the folders were opened and before the program is started. */
  readonly between?: () => void;
}

async function runIn(
  script: string,
  differing: Differing,
): Promise<{ readonly end: ProgramEnd; readonly said: string }> {
  const { program = '/bin/sh', args = ['-c', script], scope = bob, folder = scope } = differing;
  const { servedRoot = root, network = false, mostProcesses = LIMITS.mostProcesses } = differing;
  const { signal = new AbortController().signal } = differing;
  const sandbox = createSandbox(configOf(servedRoot, network), programs);
  const descriptors = { scope: openSync(scope, 'r'), folder: openSync(folder, 'r') };
  try {
    const environment = { PATH: '/usr/bin:/bin', HOME: scope, LC_ALL: 'C' };
    const limits = { ...LIMITS, mostProcesses };
    const start = { program, args, environment, limits };
    const wrapped = await sandbox.wrap(start, descriptors);
    differing.between?.();
    let said = '';
    const end = await programs.run(
      differing.who === 'nobody' ? asNobody(wrapped) : wrapped,
      (chunk) => {
        said += chunk.toString('utf8');
      },
      signal,
    );
    return { end, said };
  } finally {
    closeSync(descriptors.scope);
    closeSync(descriptors.folder);
  }
}

function asNobody(start: ProgramStart): ProgramStart {
  return { ...start, program: '/usr/bin/setpriv', args: [...NOBODY, start.program, ...start.args] };
}

function configOf(servedRoot: string, network = false): SandboxConfig {
  const state = join(servedRoot, 'bob', 'state');
  return {
    root: servedRoot,
    protectedPaths: within(state, 'files.db', 'files.db-journal', 'keys', 'missing/files.db'),
    commands: {
      sandbox: 'auto',
      network,
      searchPath: [],
      ...LIMITS,
      atOnce: 4,
      recordExpiryMs: 1_000,
    },
  };
}

function within(folder: string, ...names: readonly string[]): string[] {
  return names.map((name) => join(folder, name));
}

/** `command`: its words as the kernel keeps them, with NUL between them. */
function isRunning(command: string): boolean {
  return readProcessTable().some(({ pid, isDead }) => {
    if (isDead) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(command);
    } catch {
      return false;
    }
  });
}
