import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Returns whether this process may create and mount file systems. */
export const canCutPower =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('mkfs.ext4', ['-V']).status === 0 &&
  spawnSync('losetup', ['-f']).status === 0;

/** An ext4 file system in an image file. */
export interface Disk {
  readonly folder: string;
  /**
   * Mounts a second file system with the bytes that have reached the device so far, without those in memory. Returns
   * its folder.
   */
  afterPowerCut(): string;
}

/** Mounts a new file system until the end of the test. */
export function mountDisk(): Disk {
  const parent = mkdtempSync(join(tmpdir(), 'fb-power-'));
  const image = join(parent, 'image');
  writeFileSync(image, '');
  truncateSync(image, 64 * 1_024 * 1_024);
  execFileSync('mkfs.ext4', ['-q', image]);
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = mount(image, join(parent, 'disk'));
  // Without this, the first cut would find an empty file system.
  execFileSync('sync', ['-f', folder]);
  let cuts = 0;
  return {
    folder,
    afterPowerCut() {
      cuts += 1;
      const copy = join(parent, `image-${cuts}`);
      copyFileSync(image, copy);
      return mount(copy, join(parent, `disk-${cuts}`));
    },
  };
}

function mount(image: string, folder: string): string {
  mkdirSync(folder);
  execFileSync('mount', ['-o', 'loop', image, folder]);
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}
