import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { ManifestFiles } from '../manifest-files.ts';
import type { Bucket } from './bucket.ts';
import { MANIFESTS_FOLDER, requireSize } from './objects.ts';

/** Stores manifests as objects of a bucket. */
export class S3ManifestFiles implements ManifestFiles {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const key = `${MANIFESTS_FOLDER}${name}`;
    await this.#bucket.put(key, bytes, crc32(bytes));
    requireSize(await this.#bucket.size(key), bytes.length);
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    const stream = await this.#bucket.read(`${MANIFESTS_FOLDER}${name}`, undefined);
    return stream && buffer(stream);
  }

  async list(signal: AbortSignal): Promise<string[]> {
    const names: string[] = [];
    for await (const { key } of this.#bucket.list(MANIFESTS_FOLDER, signal)) {
      names.push(key.slice(MANIFESTS_FOLDER.length));
    }
    return names;
  }

  remove(name: string): Promise<void> {
    return this.#bucket.remove(`${MANIFESTS_FOLDER}${name}`);
  }
}
