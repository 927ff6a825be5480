import { chmod, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { OpenFile } from '../storage/driver.ts';
import { isInstalled, outputOf } from '../testing/programs.ts';
import { createVideoFrames, findVideoPrograms } from './video-frame.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filebrowser-frames-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Installs a program of that name that runs a shell script, except when it is asked for its version. */
async function putFfmpeg(script: string): Promise<void> {
  const file = join(folder, 'ffmpeg');
  await writeFile(file, `#!/bin/sh\n[ "$1" = -version ] && exit 0\n${script}\n`);
  await chmod(file, 0o755);
}

async function withVideo<Result>(work: (video: OpenFile) => Promise<Result>): Promise<Result> {
  const path = join(folder, "holiday; touch 'x'.mp4");
  await writeFile(path, 'a video');
  const handle = await open(path);
  const stat = {
    kind: 'file',
    size: 6,
    modifiedNs: 0n,
    mode: 0,
    identity: '',
    fingerprint: '',
  } as const;
  const video: OpenFile = {
    stat,
    readInto: () => Promise.resolve(0),
    withProgramInput: (work) => work({ stdio: handle.fd, path: `/proc/self/fd/${handle.fd}` }),
    close: () => Promise.resolve(),
  };
  try {
    return await work(video);
  } finally {
    await handle.close();
  }
}

const never = new AbortController().signal;

test('without ffmpeg a video has no frame', async () => {
  const frames = createVideoFrames(folder);
  const asked = withVideo((video) => frames.frameOf(video, never));
  await expect(asked).rejects.toMatchObject({ code: 'unsupported-type' });
});

test('ffmpeg gets a descriptor of the video, and no name', async () => {
  await putFfmpeg('printf %s "$*|"; cat /proc/self/fd/3');
  const frames = createVideoFrames(`${folder}:/usr/bin:/bin`);
  const frame = await withVideo((video) => frames.frameOf(video, never));
  const [args = '', bytes] = Buffer.from(frame).toString().split('|');
  expect(args).toContain('-i /proc/self/fd/3');
  expect(args).not.toContain('holiday');
  expect(bytes).toBe('a video');
});

test('ffmpeg is ended when the signal aborts', async () => {
  // A duration that no other process sleeps.
  const seconds = `61.${process.pid}`;
  await putFfmpeg(`exec sleep ${seconds}`);
  const frames = createVideoFrames(`${folder}:/usr/bin:/bin`);
  const left = new AbortController();
  const asked = withVideo((video) => frames.frameOf(video, left.signal));
  asked.catch(() => undefined);
  await expect.poll(() => sleepers(seconds)).toBe(1);
  left.abort(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
  expect(sleepers(seconds)).toBe(0);
});

function sleepers(seconds: string): number {
  const programs = outputOf('sh', [
    '-c',
    'cat /proc/[0-9]*/cmdline 2>/dev/null | tr "\\0" " "; true',
  ]);
  return programs.split(`sleep ${seconds} `).length - 1;
}

test('ffmpeg is ended when its output is too long', async () => {
  await putFfmpeg('exec cat /dev/zero');
  const frames = createVideoFrames(`${folder}:/usr/bin:/bin`);
  const asked = withVideo((video) => frames.frameOf(video, never));
  await expect(asked).rejects.toMatchObject({ code: 'unsupported-type' });
});

test.runIf(isInstalled('prlimit'))('memory and processor time of ffmpeg are bounded', async () => {
  await putFfmpeg('cat /proc/self/limits');
  const frames = createVideoFrames(`${folder}:/usr/bin:/bin`);
  const limits = Buffer.from(await withVideo((video) => frames.frameOf(video, never))).toString();
  expect(limits).toMatch(/Max address space +1073741824/);
  expect(limits).toMatch(/Max cpu time +10/);
  expect(limits).toMatch(/Max file size +0/);
});

const confines = (await findVideoPrograms('/usr/bin:/bin')).sandbox.length > 0;

test.skipIf(!confines)(
  'inside bubblewrap, ffmpeg sees the video, and neither files nor processes nor a network',
  async () => {
    const secret = join(tmpdir(), `filebrowser-secret-${process.pid}`);
    await writeFile(secret, 'a secret');
    onTestFinished(() => rm(secret));
    await putFfmpeg(
      [
        'cat /proc/self/fd/3',
        `cat ${secret} /etc/passwd /proc/${process.pid}/environ`,
        'echo "|$(ls /home /root /srv /var 2>/dev/null)|$(grep -vc lo: /proc/net/dev)"',
        `echo x > ${secret}; echo x > /planted`,
        'exit 0',
      ].join('\n'),
    );
    const frames = createVideoFrames(`${folder}:/usr/bin:/bin`);
    const frame = await withVideo((video) => frames.frameOf(video, never));
    // Two lines are the header of the table of network devices.
    expect(Buffer.from(frame).toString()).toBe('a video||2\n');
    expect(await readFile(secret, 'utf8')).toBe('a secret');
  },
);
