import type { ReadBytes } from '../../lib/media-tags/media-tags.ts';

/** A sound or video file that the player shows. */
export interface PlayerSource {
  readonly kind: 'audio' | 'video';
  readonly path: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Address of the bytes, which accepts ranges. */
  readonly address: string;
  /** Changes with the contents of the file. */
  readonly version: string;
  /** Reads a part of the file, for its tags. */
  readonly read: ReadBytes;
  readonly tracks?: readonly SubtitleTrack[];
}

export interface SubtitleTrack {
  readonly address: string;
  /** Unique display name. */
  readonly label: string;
  /** Language tag, if the file name contains one. */
  readonly language: string | undefined;
  /** True for the track that is shown initially. */
  readonly isDefault: boolean;
}

/** Files that play one after another: those of the same kind in the folder. */
export interface PlayerQueue {
  readonly files: readonly QueuedFile[];
  open(path: string): void;
}

export interface QueuedFile {
  readonly path: string;
  readonly name: string;
}

/** Returns the file before or after another one in a queue. At the end there is none, unless `repeatsAll` continues at the other end. */
export function queuedBeside(
  { files }: PlayerQueue,
  path: string,
  step: 1 | -1,
  repeatsAll: boolean,
): QueuedFile | undefined {
  const at = files.findIndex((file) => file.path === path);
  if (at < 0) return undefined;
  const beside = files[at + step] ?? (repeatsAll ? files.at(step === 1 ? 0 : -1) : undefined);
  return beside?.path === path ? undefined : beside;
}
