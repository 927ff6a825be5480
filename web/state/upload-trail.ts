import { randomKey } from '../lib/random-key.ts';
import type { UploadJob } from './upload-job.ts';
import {
  findRemembered,
  forgetUploads,
  rememberUpload,
  type UploadTraits,
} from './upload-memory.ts';
import type { UploadSource } from './upload-transport.ts';

/** Below this, sending anew takes no longer than asking how far it came; and many small files cost nothing here. */
const SMALLEST_BYTES = 1_048_576;
/** Memory is told that an upload lives so often, and not with every chunk. */
const REFRESH_MS = 60_000;

interface Begun {
  readonly key: string;
  /** Undefined for what is not worth remembering. */
  readonly traits: UploadTraits | undefined;
  reportedAtMs: number;
}

/** Names the uploads of this page for the server, and remembers over a reload which of them have begun. */
export class UploadTrail {
  readonly #begun = new Map<number, Begun>();

  /** A file that was begun on an earlier visit keeps its key, and goes on. */
  begin(job: UploadJob, file: Blob): UploadSource {
    const traits = traitsOf(job, file);
    const earlier = traits && !this.#isUnderWay(traits) ? findRemembered(traits) : undefined;
    const key = earlier?.key ?? randomKey();
    this.#begun.set(job.id, { key, traits, reportedAtMs: 0 });
    return { file, key, isBegun: earlier !== undefined };
  }

  /** Bytes have been sent. */
  progress(id: number): void {
    const begun = this.#begun.get(id);
    if (!begun?.traits || Date.now() - begun.reportedAtMs < REFRESH_MS) return;
    begun.reportedAtMs = Date.now();
    rememberUpload(begun.traits, begun.key);
  }

  /** It has arrived, or nobody will go on with it. */
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

  /** The same file can be picked twice; it is one upload to the server only when it is one here. */
  #isUnderWay({ path }: UploadTraits): boolean {
    return Array.from(this.#begun.values()).some(({ traits }) => traits?.path === path);
  }
}

function traitsOf({ path, size, overwrite }: UploadJob, file: Blob): UploadTraits | undefined {
  if (size < SMALLEST_BYTES || !(file instanceof File)) return undefined;
  return { path, size, overwrite, modifiedMs: file.lastModified };
}
