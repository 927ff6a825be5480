import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const IMAGE_BYTES = 1024 * 1024 * 1024;
const RELEASE_LIMIT_MS = 60_000;

/** Perl script that calls FS_IOC_SHUTDOWN without flushing the journal. Afterwards nothing is written to the device. */
const SHUT_DOWN = [
  'my $how = pack("L", 2);',
  'open(my $folder, "<", $ARGV[0]) or die "open: $!";',
  'ioctl($folder, 0x8004587d, $how) or die "ioctl: $!";',
].join(' ');

/** Returns why the power cannot be cut here; undefined when it can. */
export function whyNoPowerCuts(): string | undefined {
  if (process.getuid?.() !== 0) return 'mounting a disk needs root';
  for (const program of ['losetup', 'mkfs.ext4', 'mount', 'unshare', 'perl']) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) {
      return `the program ${program} is missing`;
    }
  }
  return spawnSync('losetup', ['--find']).status === 0 ? undefined : 'no loop device is free';
}

/** An ext4 disk whose power can be cut, which loses everything that was not written to the device. */
export class PowerDisk {
  /** The mount point. */
  readonly folder: string;
  readonly #image: string;
  readonly #device: string;

  constructor(scratch: string) {
    this.folder = join(scratch, 'power-disk');
    this.#image = `${this.folder}.img`;
    mkdirSync(this.folder);
    writeFileSync(this.#image, '');
    truncateSync(this.#image, IMAGE_BYTES);
    run('mkfs.ext4', '-q', '-F', this.#image);
    // Bypasses the page cache of the image's file system.
    const direct = spawnSync('losetup', ['--direct-io=on', '--show', '--find', this.#image]);
    this.#device =
      direct.status === 0
        ? direct.stdout.toString().trim()
        : run('losetup', '--show', '--find', this.#image).trim();
    this.#mount();
  }

  /** Flushes the file system to the device. */
  flush(): void {
    run('sync', '-f', this.folder);
  }

  /** Cuts the power. Every later use of the file system fails. */
  cut(): void {
    run('perl', '-e', SHUT_DOWN, this.folder);
  }

  /** Mounts the disk again. Call it after all processes that use the file system have ended. */
  async restore(): Promise<void> {
    run('umount', this.folder);
    await this.#waitUntilUnused();
    this.#mount();
  }

  /** Waits until the old file system is released, which ended mount namespaces can delay. */
  async #waitUntilUnused(): Promise<void> {
    const inUse = join('/sys/fs/ext4', basename(this.#device));
    for (let waitedMs = 0; existsSync(inUse); waitedMs += 50) {
      if (waitedMs > RELEASE_LIMIT_MS) throw new Error(`${this.#device} is still in use`);
      await sleep(50);
    }
  }

  remove(): void {
    spawnSync('umount', ['--lazy', this.folder]);
    spawnSync('losetup', ['--detach', this.#device]);
    rmSync(this.#image, { force: true });
  }

  /** Mounts with the longest commit interval, so that only explicit flushes survive. */
  #mount(): void {
    run('mount', '-t', 'ext4', '-o', 'commit=300', this.#device, this.folder);
  }
}

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
