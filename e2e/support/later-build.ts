import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A copy of the build that looks like a later one: every chunk has another name. It is in `.cache` of the repository, where
 * Node finds its libraries.
 */
export class LaterBuild {
  readonly folder: string;

  constructor(dist: string, mark: string) {
    this.folder = join(dirname(dist), '.cache', `later-build-${mark}`);
    cpSync(dist, this.folder, { recursive: true });
    const assets = join(this.folder, 'web', 'assets');
    const names = readdirSync(assets).filter((name) => {
      const isCompressed = /\.(?:br|gz)$/.test(name);
      if (isCompressed) rmSync(join(assets, name));
      return !isCompressed;
    });
    for (const name of names) {
      if (/\.(?:m?js|css)$/.test(name)) renameIn(join(assets, name), names);
      renameSync(join(assets, name), join(assets, laterName(name)));
    }
    for (const page of ['index.html', 'share.html']) {
      renameIn(join(this.folder, 'web', page), names);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function laterName(name: string): string {
  return name.replace(/\.[^.]+$/, (ending) => `-later${ending}`);
}

function renameIn(file: string, names: readonly string[]): void {
  const known = new Set(names);
  const text = readFileSync(file, 'utf8');
  const renamed = text.replaceAll(/[\w.-]+\.\w+/g, (word) =>
    known.has(word) ? laterName(word) : word,
  );
  writeFileSync(file, renamed);
}
