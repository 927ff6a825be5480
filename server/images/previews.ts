import { createHash } from 'node:crypto';
import type { TreePath } from '#contract/paths.ts';
import type { PreviewSize } from '#contract/previews.ts';
import { AppError } from '../errors.ts';
import { ByteCache } from '../lib/byte-cache.ts';
import { LruMap } from '../lib/lru-map.ts';
import { SingleFlight } from '../lib/single-flight.ts';
import type { FileContents, FileVersion } from '../storage/driver.ts';
import { DiskCache, type IsCurrent } from '../lib/disk-cache.ts';
import { Decoders, type Asker } from './decoding/decoders.ts';
import type { Preview } from './decoding/decoder-messages.ts';
import { VIDEO_WEIGHT } from './decoding/decoding-memory.ts';
import { embeddedThumbnail } from './embedded-thumbnail.ts';
import { THUMB_SIDE, TILE_HEIGHT } from './preview-sides.ts';
import type { PictureHeader } from './picture.ts';
import { readerOf } from './picture-file.ts';
import { createVideoFrames } from './video-frame.ts';
import type { EntryStat } from '../storage/entry.ts';

/** Enough for some thousand thumbnails. */
const MEMORY_BYTES = 16 * 1024 * 1024;
/** Has to change whenever previews of the same image change. */
const VERSION = 2;
/** Time for which an undecodable image is not tried again. Milliseconds. */
const FAILURE_HELD_MS = 600_000;
const MAX_FAILURES = 4_096;

export interface PreviewsOptions {
  /** Absolute path; undefined keeps finished previews in memory only. */
  readonly cacheDir: string | undefined;
  readonly processors: number;
}

/** Numbers of requested previews since the start, by their source. */
export interface PreviewCounts {
  memory: number;
  disk: number;
  made: number;
  /** No preview could be made of the file. */
  failed: number;
}

/** The file of which a preview is made. */
export type PreviewSubject = {
  readonly contents: FileContents;
  /** Resolved path of the file. */
  readonly path: TreePath;
} & ({ readonly kind: 'picture'; readonly header: PictureHeader } | { readonly kind: 'video' });

/** Returns the name of a preview in caches and ETags, which differs for every file and version. */
export function previewKey(
  { identity, fingerprint, modifiedNs, size }: FileVersion & Pick<EntryStat, 'fingerprint'>,
  asked: PreviewSize,
): string {
  // A later file can have the inode number and the time of a removed one.
  const text = [VERSION, asked, identity, fingerprint, modifiedNs, size].join(' ');
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}

/**
 * Creates and caches previews. Does no access control: callers authorize the file through the tree, and request a
 * preview by its identity.
 */
export class Previews {
  readonly counts: PreviewCounts = { memory: 0, disk: 0, made: 0, failed: 0 };
  readonly #decoders: Decoders;
  readonly #frames = createVideoFrames();
  readonly #memory = new ByteCache<Preview>(MEMORY_BYTES);
  readonly #folder: DiskCache | undefined;
  readonly #underWay = new SingleFlight<Preview>();
  readonly #failures = new LruMap<string, { readonly error: AppError; readonly until: number }>(
    MAX_FAILURES,
  );

  constructor({ cacheDir, processors }: PreviewsOptions) {
    this.#decoders = new Decoders(processors);
    this.#folder = cacheDir === undefined ? undefined : new DiskCache(cacheDir);
  }

  /** Number of images and videos that wait for decoding. */
  get waiting(): number {
    return this.#decoders.queue.waiting;
  }

  /** Returns a finished preview. Throws the error of a recent failed attempt. */
  async find(key: string): Promise<Preview | undefined> {
    const inMemory = this.#memory.get(key);
    if (inMemory !== undefined) {
      this.counts.memory += 1;
      return inMemory;
    }
    const failure = this.#failures.get(key);
    if (failure !== undefined && failure.until > Date.now()) throw failure.error;
    const kept = await this.#folder?.get(key);
    if (kept === undefined) return undefined;
    this.counts.disk += 1;
    this.#memory.set(key, kept);
    return kept;
  }

  /**
   * Creates a preview, or waits for one that is being created. Closes the contents. Throws `unsupported-type` if it
   * cannot be created, `too-many-requests` if too many wait already, and the signal's reason if it aborts.
   */
  async make(subject: PreviewSubject, size: PreviewSize, asker: Asker): Promise<Preview> {
    const key = previewKey(subject.contents.stat, size);
    let isTaken = false;
    try {
      return await this.#underWay.join(key, asker.signal, async (signal) => {
        isTaken = true;
        try {
          return await this.#makeAndKeep(key, subject, size, { ...asker, signal });
        } finally {
          await close(subject.contents);
        }
      });
    } finally {
      if (!isTaken) await close(subject.contents);
    }
  }

  /** True if finished previews are cached in a folder. */
  get hasFolder(): boolean {
    return this.#folder !== undefined;
  }

  /**
   * Removes previews from the folder for which `isCurrent`, called with their key and the path of their file, returns
   * false.
   */
  async removeStale(isCurrent: IsCurrent, signal: AbortSignal): Promise<void> {
    await this.#folder?.removeStale(isCurrent, signal);
  }

  /** Does the same for previews of the files whose paths `isConcerned` selects. */
  async removeStaleOf(
    isConcerned: (source: string) => boolean,
    isCurrent: IsCurrent,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#folder?.removeStaleOf(isConcerned, isCurrent, signal);
  }

  async close(): Promise<void> {
    this.#decoders.close();
    await this.#folder?.settled();
  }

  async #makeAndKeep(
    key: string,
    subject: PreviewSubject,
    size: PreviewSize,
    asker: Asker,
  ): Promise<Preview> {
    try {
      const preview =
        subject.kind === 'video'
          ? await this.#ofVideo(subject.contents, size, asker)
          : await this.#ofPicture(subject.contents, subject.header, size, asker);
      this.counts.made += 1;
      this.#memory.set(key, preview);
      await this.#folder?.set(key, { ...preview, source: subject.path });
      return preview;
    } catch (error) {
      if (error instanceof AppError && error.code === 'unsupported-type') {
        this.counts.failed += 1;
        this.#failures.set(key, { error, until: Date.now() + FAILURE_HELD_MS });
      }
      throw error;
    }
  }

  async #ofPicture(
    contents: FileContents,
    header: PictureHeader,
    size: PreviewSize,
    asker: Asker,
  ): Promise<Preview> {
    const minSide = size === 'thumb' ? THUMB_SIDE : TILE_HEIGHT;
    const small =
      size === 'big' ? undefined : await embeddedThumbnail(readerOf(contents), header, minSide);
    if (small !== undefined) {
      const order = { size, orientation: header.orientation };
      return this.#decoders.render(small.bytes, small.header, order, asker);
    }
    const picture = contents.kind === 'whole' ? contents.bytes : contents.file;
    return this.#decoders.render(picture, header, { size, orientation: undefined }, asker);
  }

  async #ofVideo(contents: FileContents, size: PreviewSize, asker: Asker): Promise<Preview> {
    if (contents.kind === 'whole') throw new AppError('unsupported-type', 'an empty video');
    const leave = await this.#decoders.queue.enter({ ...asker, weight: VIDEO_WEIGHT });
    let frame: Uint8Array;
    try {
      frame = await this.#frames.frameOf(contents.file, asker.signal);
    } finally {
      leave();
    }
    if (size === 'big') return { bytes: frame, type: 'image/jpeg' };
    return this.#decoders.render(frame, FRAME, { size, orientation: undefined }, asker);
  }
}

/** The format that ffmpeg is asked for. */
const FRAME: PictureHeader = {
  format: 'jpeg',
  width: 1_080,
  height: 1_080,
  orientation: 1,
  isProgressive: false,
  isAnimated: false,
  thumbnail: undefined,
};

async function close(contents: FileContents): Promise<void> {
  if (contents.kind === 'open') await contents.file.close();
}
