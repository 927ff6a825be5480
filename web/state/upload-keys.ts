import { randomKey } from '../lib/random-key.ts';
import type { UploadJob } from './upload-job.ts';
import {
  findRemembered,
  forgetUploads,
  rememberUpload,
  type UploadTraits,
} from './upload-memory.ts';
import type { UploadSource } from './upload-transport.ts';

/** Minimum size of files that are resumed after a reload. Sending a smaller file again is as fast as asking for its offset. */
const SMALLEST_BYTES = 1_048_576;
/** Interval at which the time of the last sent bytes is stored. */
const REFRESH_MS = 60_000;

/** Assigns keys to uploads and remembers unfinished ones across reloads. */
export class UploadKeys {
  /** Unfinished uploads of this page, by the ids of their jobs. */
  readonly #begun = new Map<number, Begun>();

  /** Assigns a key to a file. One whose upload was begun during an earlier page load keeps its key and is resumed. */
  begin(job: UploadJob, file: Blob): UploadSource {
    const traits = traitsOf(job, file);
    const earlier = traits && !this.#isUnderWay(traits) ? findRemembered(traits) : undefined;
    const key = earlier?.key ?? randomKey();
    this.#begun.set(job.id, { key, traits, reportedAtMs: 0 });
    return { file, key, isBegun: earlier !== undefined };
  }

  /** Remembers an upload of which bytes were sent, for a later page load. */
  progress(id: number): void {
    const begun = this.#begun.get(id);
    if (!begun?.traits || Date.now() - begun.reportedAtMs < REFRESH_MS) return;
    begun.reportedAtMs = Date.now();
    rememberUpload(begun.traits, begun.key);
  }

  /** Forgets an upload that is complete or abandoned. */
  end(id: number): void {
    const begun = this.#begun.get(id);
    this.#begun.delete(id);
    if (begun?.traits) forgetUploads(new Set([begun.key]));
  }

  /** Forgets all uploads of this page. */
  endAll(): void {
    forgetUploads(this.all());
    this.#begun.clear();
  }

  all(): ReadonlySet<string> {
    return new Set(Array.from(this.#begun.values(), ({ key }) => key));
  }

  /** Returns true if a file with this path is being uploaded. One that is picked twice must not share one upload on the server. */
  #isUnderWay({ path }: UploadTraits): boolean {
    return Array.from(this.#begun.values()).some(({ traits }) => traits?.path === path);
  }
}

interface Begun {
  readonly key: string;
  /** Undefined for uploads that are not remembered. */
  readonly traits: UploadTraits | undefined;
  /** Time at which the upload was remembered last. */
  reportedAtMs: number;
}

/** Returns what identifies a file after a reload; undefined for a small one and for content that is not of a file. */
function traitsOf({ path, size, overwrite }: UploadJob, file: Blob): UploadTraits | undefined {
  if (size < SMALLEST_BYTES || !(file instanceof File)) return undefined;
  return { path, size, overwrite, modifiedMs: file.lastModified };
}
