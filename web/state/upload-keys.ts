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

interface Begun {
  readonly key: string;
  /** Undefined for uploads that are not remembered. */
  readonly traits: UploadTraits | undefined;
  reportedAtMs: number;
}

/** Assigns keys to uploads and remembers unfinished ones across reloads. */
export class UploadTrail {
  readonly #begun = new Map<number, Begun>();

  /** A file that was started during an earlier page load keeps its key and is resumed. */
  begin(job: UploadJob, file: Blob): UploadSource {
    const traits = traitsOf(job, file);
    const earlier = traits && !this.#isUnderWay(traits) ? findRemembered(traits) : undefined;
    const key = earlier?.key ?? randomKey();
    this.#begun.set(job.id, { key, traits, reportedAtMs: 0 });
    return { file, key, isBegun: earlier !== undefined };
  }

  /** Records that bytes were sent. */
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

  endAll(): void {
    forgetUploads(this.keys());
    this.#begun.clear();
  }

  keys(): ReadonlySet<string> {
    return new Set(Array.from(this.#begun.values(), ({ key }) => key));
  }

  /** A file that is picked twice must not share one upload on the server. */
  #isUnderWay({ path }: UploadTraits): boolean {
    return Array.from(this.#begun.values()).some(({ traits }) => traits?.path === path);
  }
}

function traitsOf({ path, size, overwrite }: UploadJob, file: Blob): UploadTraits | undefined {
  if (size < SMALLEST_BYTES || !(file instanceof File)) return undefined;
  return { path, size, overwrite, modifiedMs: file.lastModified };
}
