import { GROUP_HEADER } from '#contract/history.ts';
import { RENEW_HEADER, TOKEN_HEADER } from '#contract/session.ts';
import {
  MODIFIED_HEADER,
  UPLOAD_CHECKSUM_HEADER,
  UPLOAD_KEY_HEADER,
  uploadAddress,
  uploadUrl,
} from '#contract/uploads.ts';
import {
  type DetailedError,
  type HttpRequest,
  type HttpResponse,
  Upload,
  type UploadOptions,
} from 'tus-js-client';
import { reportFailedCommand } from '../../api/failed-command.ts';
import { callAddress, renewToken, reportLoggedOut } from '../../api/http.ts';
import { currentToken } from '../../api/session-token.ts';
import { isOffline } from '../../lib/connection.ts';
import type { UploadJob } from '../../state/upload-job.ts';
import { isWorthRetrying } from '../../state/upload-retry.ts';
import type { Transfer, TransferEvents, UploadSource } from '../../state/upload-transport.ts';
import { type ChecksumWorker, ChunkChecksums } from './chunk-checksums.ts';
import { ChunkSize } from './chunk-size.ts';
import { commandIn, OffsetRefused, readError } from './transfer-error.ts';
import { COMMAND_REFUSAL, failureOf } from './upload-failure.ts';

export interface FileTransferSettings {
  /** Most bytes per request. */
  readonly chunkSize: number;
  /** Milliseconds before each further attempt. */
  readonly delays: readonly number[];
  readonly worker: ChecksumWorker;
}

/** Uploads a file by tus, and resumes from the server's offset after interruptions. */
export class FileTransfer implements Transfer {
  readonly #job: UploadJob;
  readonly #source: UploadSource;
  readonly #events: TransferEvents;
  readonly #settings: FileTransferSettings;
  readonly #checksums: ChunkChecksums;
  readonly #chunk: ChunkSize;
  /** Length of the chunk that is being sent with a checksum; undefined for a chunk without one. */
  #checkedBytes: number | undefined;
  /** Time at which the chunk that is being sent began, as of `performance.now()`. */
  #chunkBegunMs = 0;
  #upload: Upload;
  /** Token of the last request. */
  #sentToken: string | undefined;
  /** True once the token was renewed because of a 401, until the next `resume`. */
  #hasRenewed = false;
  /** True if the server may have created the upload although its response was lost. */
  #hasLostReply = false;
  /** True while paused and after the end; events of the library are then ignored. */
  #isOver = false;
  #isDone = false;
  #hasReportedResumed = false;
  #wasPaused = false;

  constructor(
    job: UploadJob,
    source: UploadSource,
    { events, settings }: { events: TransferEvents; settings: FileTransferSettings },
  ) {
    this.#job = job;
    this.#source = source;
    this.#events = events;
    this.#settings = settings;
    this.#checksums = new ChunkChecksums(settings.worker, source.file);
    this.#chunk = new ChunkSize(settings.chunkSize, source.file.size);
    this.#upload = this.#begin(source.isBegun ? this.#address() : null);
  }

  resume(): void {
    this.#isOver = false;
    this.#hasRenewed = false;
    // The server may have created the upload although the pause has cut off its response.
    const url = this.#upload.url ?? (this.#wasPaused ? this.#address() : null);
    this.#upload = this.#begin(url);
  }

  pause(): void {
    if (this.#isDone) return;
    this.#isOver = true;
    this.#wasPaused = true;
    void this.#upload.abort(false).catch(() => {});
  }

  cancel(): void {
    // A completed upload stays when the rest is cancelled.
    if (this.#isDone) return;
    this.#isOver = true;
    // If this deletion fails, the server removes the partial upload after a day.
    void this.#upload.abort(true).catch(() => {});
  }

  /** Starts or resumes the upload. Creates a new object each time, because the library counts the attempts of each object. */
  #begin(url: string | null): Upload {
    const upload = new Upload(this.#source.file, this.#options(url));
    if (this.#source.file.size > 0) upload.start();
    else void this.#startEmpty(upload);
    return upload;
  }

  /** Starts the upload of an empty file. Browsers report a size of 0 also for a file that they cannot read, which must not become empty. */
  async #startEmpty(upload: Upload): Promise<void> {
    const canRead = await isReadable(this.#source.file);
    if (this.#isOver || upload !== this.#upload) return;
    if (canRead) upload.start();
    else this.#endUnreadable();
  }

  #options(url: string | null): UploadOptions {
    return {
      endpoint: toAddress(uploadUrl(this.#job.path, { override: this.#job.overwrite })),
      uploadUrl: url,
      chunkSize: this.#chunk.bytes,
      retryDelays: [...this.#settings.delays],
      parallelUploads: 1,
      storeFingerprintForResuming: false,
      fingerprint: () => Promise.resolve(''),
      onBeforeRequest: (request) => this.#prepareRequest(request),
      onAfterResponse: (request, response) => this.#handleResponse(request, response),
      onProgress: (sent) => this.#unlessOver(() => this.#events.onProgress(sent)),
      onChunkComplete: () => {
        this.#chunk.succeed(performance.now() - this.#chunkBegunMs);
        this.#applyChunkSize();
      },
      onShouldRetry: (error, attempt) => this.#shouldRetry(error, attempt),
      onSuccess: () => this.#succeed(),
      onError: (error) => this.#unlessOver(() => void this.#handleFailure(error)),
    };
  }

  #address(): string {
    return toAddress(uploadAddress(this.#job.path));
  }

  /** Adds the headers of the server to a request of the library. */
  async #prepareRequest(request: HttpRequest): Promise<void> {
    if (request.getMethod() === 'PATCH') await this.#addChecksum(request);
    this.#chunkBegunMs = performance.now();
    this.#sentToken = currentToken();
    request.setHeader(UPLOAD_KEY_HEADER, this.#source.key);
    const { group } = this.#job;
    if (group !== undefined) request.setHeader(GROUP_HEADER, group);
    const { file } = this.#source;
    if (request.getMethod() === 'POST' && file instanceof File) {
      request.setHeader(MODIFIED_HEADER, `${file.lastModified}`);
    }
    if (this.#sentToken !== undefined) request.setHeader(TOKEN_HEADER, this.#sentToken);
  }

  async #addChecksum(request: HttpRequest): Promise<void> {
    const offset = Number(request.getHeader('Upload-Offset'));
    const { bytes, bytesAfterSuccess } = this.#chunk;
    const upload = this.#upload;
    this.#checkedBytes = undefined;
    const checksum = await this.#checksums.headerOf({ offset, bytes }, bytesAfterSuccess);
    if (this.#isOver || upload !== this.#upload) {
      throw new Error('the upload was cancelled or paused while its checksum was computed');
    }
    if (checksum === undefined) return;
    request.setHeader(UPLOAD_CHECKSUM_HEADER, checksum);
    this.#checkedBytes = Math.min(bytes, this.#source.file.size - offset);
  }

  /**
   * Makes the next chunk shorter if a chunk with a checksum was lost, because the server discards all of it. Without a
   * checksum the server keeps what arrived.
   */
  #shrinkChunk(): void {
    if (this.#checkedBytes === undefined) return;
    this.#chunk.fail(this.#checkedBytes);
    this.#checkedBytes = undefined;
    this.#applyChunkSize();
  }

  /** Sets the size of the next chunk, for which the library reads its option again. */
  #applyChunkSize(): void {
    this.#upload.options.chunkSize = this.#chunk.bytes;
  }

  /** Renews the token when the server asks for it. Throws OffsetRefused if the offset cannot be asked for. */
  async #handleResponse(request: HttpRequest, response: HttpResponse): Promise<void> {
    if (response.getHeader(RENEW_HEADER) === 'true') await renewToken().catch(() => {});
    if (commandIn(response) === 'after') reportFailedCommand();
    const status = response.getStatus();
    const isUnknown = status === 404 || status === 410;
    if (request.getMethod() === 'HEAD' && status >= 400 && !isUnknown) {
      throw new OffsetRefused(status);
    }
    if (request.getMethod() === 'HEAD' && status < 400) this.#reportResumed(response);
  }

  /** Reports the offset at which an upload is resumed. Later the page tracks the offset itself. */
  #reportResumed(response: HttpResponse): void {
    const offset = Number(response.getHeader('Upload-Offset'));
    if (!this.#source.isBegun || this.#hasReportedResumed || !(offset > 0)) return;
    this.#hasReportedResumed = true;
    this.#unlessOver(() => this.#events.onResumed(offset));
  }

  /** Returns true if the library shall try again, and reports that. */
  #shouldRetry(error: DetailedError, attempt: number): boolean {
    const { status, isCreation, failedCommand } = readError(error);
    if (failedCommand !== undefined || !isWorthRetrying(status, { isCreation })) return false;
    if (isCreation && status === 0) this.#hasLostReply = true;
    if (isLoss(status)) this.#shrinkChunk();
    // Attempts would be used up before the connection returns.
    if (status === 0 && isOffline()) return false;
    const delay = this.#settings.delays[attempt] ?? 0;
    this.#unlessOver(() => this.#events.onRetry(attempt + 1, delay));
    return true;
  }

  /** Handles failures after the library has given up. */
  async #handleFailure(error: Error | DetailedError): Promise<void> {
    const { status, isCreation, failure, failedCommand } = readError(error);
    // The file arrived; only an after-command failed.
    if (failedCommand === 'after') return this.#succeed();
    if (failedCommand === 'before') return this.#end(() => this.#events.onFailed(COMMAND_REFUSAL));
    if (status === 401 && (await this.#hasNewToken())) return this.#continue();
    if (status === 409 && isCreation && (await this.#hasArrived())) {
      return this.#succeed();
    }
    if (status === 0 && !(await isReadable(this.#source.file))) return this.#endUnreadable();
    if (status === 401) reportLoggedOut(this.#sentToken);
    this.#end(() => this.#events.onFailed(failureOf(failure)));
  }

  /** Continues with the renewed token. */
  #continue(): void {
    this.#unlessOver(() => {
      this.#upload = this.#begin(this.#upload.url);
    });
  }

  #endUnreadable(): void {
    this.#end(() => this.#events.onFailed({ reason: { code: 'unreadable' }, isRetryable: false }));
  }

  /** Returns true once per start if the token was renewed by another tab or call, or now. */
  async #hasNewToken(): Promise<boolean> {
    if (this.#hasRenewed) return false;
    this.#hasRenewed = true;
    if (currentToken() !== this.#sentToken) return currentToken() !== undefined;
    return renewToken().then(
      () => true,
      () => false,
    );
  }

  /**
   * An empty file is complete once it is created. If that response was lost, the second creation conflicts with the
   * first; the server identifies this upload for an hour.
   */
  async #hasArrived(): Promise<boolean> {
    if (!this.#hasLostReply || this.#job.size > 0) return false;
    const headers: Record<string, string> = { [UPLOAD_KEY_HEADER]: this.#source.key };
    if (this.#sentToken !== undefined) headers[TOKEN_HEADER] = this.#sentToken;
    const reply = await fetch(this.#address(), { method: 'HEAD', headers }).catch(() => undefined);
    return reply?.ok === true && reply.headers.get('Upload-Length') === '0';
  }

  #succeed(): void {
    this.#isDone = true;
    this.#end(() => this.#events.onDone());
  }

  /** Ends the transfer, and reports that unless it was paused or cancelled. */
  #end(report: () => void): void {
    this.#unlessOver(() => {
      this.#isOver = true;
      report();
    });
  }

  #unlessOver(action: () => void): void {
    if (!this.#isOver) action();
  }
}

/** Returns the absolute address of a call, as the library requires. */
function toAddress(url: string): string {
  return window.location.origin + callAddress(url);
}

/** Returns true if a chunk was lost on its way. A 409 or 423 is about a request before it. */
function isLoss(status: number): boolean {
  return status !== 409 && status !== 423;
}

/** Returns true if the file is still readable; it may have been moved, or its disk removed. Browsers read no slice without bytes. */
async function isReadable(file: Blob): Promise<boolean> {
  const first = file.size > 0 ? file.slice(0, 1) : file;
  return first.arrayBuffer().then(
    () => true,
    () => false,
  );
}
