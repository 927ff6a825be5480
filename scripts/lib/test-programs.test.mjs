import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { provideTestPrograms } from './test-programs.mjs';

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
  vi.stubEnv('PATH', folder);
  // An ordinary user may not install anything.
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('one line says what is missing, how to install it and what is skipped', () => {
  install('zsh');
  install('bash');
  expect(provideTestPrograms(['unit'])).toContain(
    'missing: fish. Install: apt-get install fish. Skipped: tests of completions.',
  );
});

test('a group with all programs is not mentioned, nor one that no chosen stage uses', () => {
  install('ffmpeg');
  install('ffprobe');
  const lines = provideTestPrograms(['browser']).join('\n');
  expect(lines).toContain('bubblewrap');
  expect(lines).not.toMatch(/ffmpeg|unzip|nginx|zsh/);
});

function install(program) {
  const file = join(folder, program);
  writeFileSync(file, '');
  chmodSync(file, 0o755);
}
