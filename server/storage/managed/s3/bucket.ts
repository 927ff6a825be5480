import { Readable } from 'node:stream';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import type * as library from '@aws-sdk/client-s3';
import type { BucketConfig } from '../../../config/config.ts';
import type { DirectDownload } from '../../driver.ts';
import { bucketFailure, isMissing } from './bucket-failure.ts';

/** Time for a connection, and time without a byte after which a request is given up. Milliseconds. */
const CONNECT_WITHIN_MS = 5_000;
const SILENT_FOR_MS = 30_000;
/** Maximum number of requests at once. Further ones wait for a connection. */
const MAX_CONNECTIONS = 64;
/** Time during which a signed address is valid. Seconds. */
const ADDRESS_SECONDS = 60;
/** Region that servers other than AWS expect in a signature, unless one is configured. */
const COMMON_REGION = 'us-east-1';
/** Maximum number of keys that one request lists. */
const LISTED_AT_ONCE = 1_000;

type Library = typeof library;

export interface StoredObject {
  readonly key: string;
  readonly size: number;
}

/** A part of a multipart upload that has been stored. */
export interface StoredPart {
  /** Number of the part in the object, from 1. */
  readonly n: number;
  readonly etag: string;
  readonly crc: number;
}

/** Bytes of an object, `end` included. */
export interface ObjectRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Requests to a bucket of object storage, below a prefix. Failures are AppErrors without addresses and credentials. The library is loaded
 * with the first request.
 */
export class Bucket {
  readonly #config: BucketConfig;
  readonly #silentForMs: number;
  #signing: S3Client | undefined;
  #opened: Promise<{ readonly library: Library; readonly client: S3Client }> | undefined;

  /** `silentForMs` is the time without a byte after which a request is given up. Milliseconds. */
  constructor(config: BucketConfig, { silentForMs = SILENT_FOR_MS } = {}) {
    this.#config = config;
    this.#silentForMs = silentForMs;
  }

  /** Stores an object. Its length and checksum are sent, so that the store refuses other bytes where it can. */
  async put(key: string, bytes: Uint8Array, crc: number): Promise<void> {
    await this.#send(async ({ client, library }) => {
      const { PutObjectCommand } = library;
      const body = { Body: bytes, ContentLength: bytes.length, ...this.#checksum(crc) };
      await client.send(new PutObjectCommand({ ...this.#at(key), ...body }));
    });
  }

  /** Returns the size of an object in bytes; undefined if it does not exist. */
  size(key: string): Promise<number | undefined> {
    return this.#send(async ({ client, library: { HeadObjectCommand } }) => {
      try {
        const { ContentLength } = await client.send(new HeadObjectCommand(this.#at(key)));
        return ContentLength;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    });
  }

  /** Begins to read a range of an object; undefined if the object does not exist. */
  async read(key: string, range: ObjectRange | undefined): Promise<Readable | undefined> {
    return this.#send(async ({ client, library: { GetObjectCommand } }) => {
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...this.#at(key), Range }));
        return Body instanceof Readable ? Body : undefined;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    });
  }

  /**
   * Returns a signed address at which anyone who has it can download the object for a minute. Undefined unless the configuration has a public
   * address of the service.
   */
  async addressOf(key: string, { disposition, type }: DirectDownload): Promise<string | undefined> {
    const { publicEndpoint } = this.#config;
    if (publicEndpoint === undefined) return undefined;
    const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
    return this.#send(async ({ library }) => {
      // A client of its own, because the signature covers the name of the service. It requests nothing, so it opens no connection.
      this.#signing ??= this.#createClient(library, publicEndpoint);
      const command = new library.GetObjectCommand({
        ...this.#at(key),
        ResponseContentDisposition: disposition,
        ResponseContentType: type,
        ResponseCacheControl: 'private, no-store',
      });
      return getSignedUrl(this.#signing, command, { expiresIn: ADDRESS_SECONDS });
    });
  }

  /** Removes an object. Succeeds when it does not exist. */
  async remove(key: string): Promise<void> {
    await this.#send(async ({ client, library: { DeleteObjectCommand } }) => {
      await client.send(new DeleteObjectCommand(this.#at(key)));
    });
  }

  /** Lists the objects whose keys begin with `folder`. */
  async *list(folder: string, signal: AbortSignal): AsyncIterable<StoredObject> {
    const { name, prefix } = this.#config;
    const query = { Bucket: name, Prefix: `${prefix}${folder}`, MaxKeys: LISTED_AT_ONCE };
    let next: string | undefined;
    do {
      signal.throwIfAborted();
      const ContinuationToken = next;
      const page = await this.#send(({ client, library: { ListObjectsV2Command } }) =>
        client.send(new ListObjectsV2Command({ ...query, ContinuationToken })),
      );
      for (const { Key, Size } of page.Contents ?? []) {
        if (Key !== undefined) yield { key: Key.slice(prefix.length), size: Size ?? 0 };
      }
      next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (next !== undefined);
  }

  /** Begins a multipart upload. Returns its id. */
  beginUpload(key: string): Promise<string> {
    return this.#send(async ({ client, library: { CreateMultipartUploadCommand } }) => {
      const command = new CreateMultipartUploadCommand({
        ...this.#at(key),
        ...(this.#isAws && { ChecksumAlgorithm: 'CRC32' }),
      });
      const { UploadId } = await client.send(command);
      if (UploadId === undefined) throw new Error('the store has returned no id of the upload');
      return UploadId;
    });
  }

  /** Stores a part. Returns its ETag. */
  putPart(
    key: string,
    uploadId: string,
    { n, bytes, crc }: { readonly n: number; readonly bytes: Uint8Array; readonly crc: number },
  ): Promise<string> {
    return this.#send(async ({ client, library: { UploadPartCommand } }) => {
      const part = { UploadId: uploadId, PartNumber: n };
      const body = { Body: bytes, ContentLength: bytes.length, ...this.#checksum(crc) };
      const command = new UploadPartCommand({ ...this.#at(key), ...part, ...body });
      const { ETag } = await client.send(command);
      if (ETag === undefined) throw new Error('the store has returned no ETag of the part');
      return ETag;
    });
  }

  /** Joins the parts to the object. When it fails, the object may exist all the same. */
  async completeUpload(key: string, uploadId: string, parts: readonly StoredPart[]): Promise<void> {
    const Parts = parts.map(({ n, etag, crc }): CompletedPart => ({
      PartNumber: n,
      ETag: etag,
      ...this.#checksum(crc),
    }));
    await this.#send(async ({ client, library: { CompleteMultipartUploadCommand } }) => {
      const upload = { UploadId: uploadId, MultipartUpload: { Parts } };
      await client.send(new CompleteMultipartUploadCommand({ ...this.#at(key), ...upload }));
    });
  }

  /** Ends a multipart upload and removes its parts. Succeeds when there is none. */
  async abortUpload(key: string, uploadId: string): Promise<void> {
    await this.#send(async ({ client, library: { AbortMultipartUploadCommand } }) => {
      const upload = { ...this.#at(key), UploadId: uploadId };
      try {
        await client.send(new AbortMultipartUploadCommand(upload));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    });
  }

  /** Rejects with the reason if the bucket cannot be listed. */
  async requireReachable(): Promise<void> {
    const { name, prefix } = this.#config;
    await this.#send(async ({ client, library: { ListObjectsV2Command } }) => {
      const query = { Bucket: name, Prefix: prefix, MaxKeys: 1 };
      await client.send(new ListObjectsV2Command(query));
    });
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    opened?.client.destroy();
    this.#signing?.destroy();
  }

  /** True for AWS itself, which checks the CRC-32 of everything that it stores. */
  get #isAws(): boolean {
    return this.#config.endpoint === undefined;
  }

  #checksum(crc: number): { ChecksumCRC32?: string } {
    if (!this.#isAws) return {};
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc);
    return { ChecksumCRC32: bytes.toString('base64') };
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#config.name, Key: `${this.#config.prefix}${key}` };
  }

  /** Loads the library and creates the client before the first request, and translates errors. */
  async #send<Result>(
    work: (opened: { readonly library: Library; readonly client: S3Client }) => Promise<Result>,
  ): Promise<Result> {
    const opened = await (this.#opened ??= this.#open());
    try {
      return await work(opened);
    } catch (error) {
      throw bucketFailure(error);
    }
  }

  async #open(): Promise<{ readonly library: Library; readonly client: S3Client }> {
    const loaded = await import('@aws-sdk/client-s3');
    return { library: loaded, client: this.#createClient(loaded, this.#config.endpoint) };
  }

  #createClient(loaded: Library, address: string | undefined): S3Client {
    const { endpoint, region, pathStyle } = this.#config;
    const ownRegion = region ?? (endpoint === undefined ? undefined : COMMON_REGION);
    return new loaded.S3Client({
      ...(address !== undefined && { endpoint: address }),
      ...(ownRegion !== undefined && { region: ownRegion }),
      forcePathStyle: pathStyle,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      expectContinueHeader: false,
      requestHandler: {
        connectionTimeout: CONNECT_WITHIN_MS,
        socketTimeout: this.#silentForMs,
        httpAgent: { maxSockets: MAX_CONNECTIONS },
        httpsAgent: { maxSockets: MAX_CONNECTIONS },
      },
    });
  }
}
