import type { Readable } from 'node:stream';
import type { ByteBudget } from '../lib/byte-budget.ts';
import { allowGarbage } from '../lib/garbage-allowance.ts';
import type { TemporaryFile } from '../storage/driver.ts';
import { bodyMemory } from './body-memory.ts';

/** Maximum number of bytes that are collected for one write. */
const BATCH_BYTES = 1024 * 1024;

/**
 * Time after which received bytes are written even if they are few, because the client may have stalled.
 * Milliseconds.
 */
const IDLE_MS = 250;

export interface BatchOptions {
  readonly position: number;
  readonly maxBytes: number;
  /** The account whose memory is used. */
  readonly account: string;
  readonly memory?: ByteBudget;
  /** Called with each piece as it arrives, before it is written. */
  readonly onReceived?: (piece: Uint8Array) => void;
  /** Called after each batch with the end of the written bytes. */
  readonly onWritten?: (end: number) => void;
}

export interface WrittenBytes {
  /** Number of bytes on disk after the starting position. */
  readonly bytes: number;
  /**
   * `cut`: the client disconnected before the end. `too-long`: the body is longer than `maxBytes`; nothing beyond is
   * kept.
   */
  readonly outcome: 'ended' | 'cut' | 'too-long';
}

/**
 * Writes a body into a temporary file. While one batch is being written, the next one fills; when that is full too,
 * the client has to wait, so that memory stays constant however slow the disk is. If memory is scarce, bytes are
 * written as they arrive. Bytes of a client that stalls are written and leave memory.
 */
export function writeBatches(
  source: Readable,
  temporaryFile: TemporaryFile,
  { position, maxBytes, account, onReceived, onWritten, memory = bodyMemory }: BatchOptions,
): Promise<WrittenBytes> {
  return new Promise((resolve, reject) => {
    let batch: Buffer[] = [];
    let batchBytes = 0;
    let received = 0;
    let written = 0;
    let writing = false;
    let outcome: WrittenBytes['outcome'] | undefined;
    const idle = setInterval(flushIfIdle, IDLE_MS).unref();
    let isIdle = false;
    const endAllowance = allowGarbage();

    source.on('data', onData).once('end', onEnd).once('close', onClose).once('error', onClose);
    // The source may have been closed before the listeners were added. Then no event follows.
    if (source.destroyed) onClose();

    function onData(chunk: Buffer): void {
      if (outcome !== undefined) return;
      received += chunk.length;
      if (received > maxBytes) {
        outcome = 'too-long';
        memory.count(account, -batchBytes);
        batch = [];
        batchBytes = 0;
        flush();
        return;
      }
      isIdle = false;
      onReceived?.(chunk);
      batch.push(chunk);
      batchBytes += chunk.length;
      memory.count(account, chunk.length);
      if (isDue()) flush();
    }

    function isDue(): boolean {
      return batchBytes >= BATCH_BYTES || (batchBytes > 0 && memory.isTight(account));
    }

    function flushIfIdle(): void {
      if (isIdle && !writing && outcome === undefined && batchBytes > 0) flush();
      isIdle = true;
    }

    function flush(): void {
      if (writing) {
        if (outcome === undefined) source.pause();
        return;
      }
      if (batch.length === 0) {
        if (outcome !== undefined) finish(outcome);
        return;
      }
      const chunks = batch;
      const bytes = batchBytes;
      batch = [];
      batchBytes = 0;
      writing = true;
      temporaryFile.write(chunks, position + written).then(
        () => {
          memory.count(account, -bytes);
          written += bytes;
          onWritten?.(position + written);
          writing = false;
          source.resume();
          if (outcome !== undefined || isDue()) flush();
        },
        (error: unknown) => {
          memory.count(account, -bytes);
          fail(error);
        },
      );
    }

    function onEnd(): void {
      outcome ??= 'ended';
      flush();
    }

    function onClose(): void {
      outcome ??= 'cut';
      flush();
    }

    function finish(how: WrittenBytes['outcome']): void {
      stopListening();
      resolve({ bytes: written, outcome: how });
    }

    function fail(error: unknown): void {
      stopListening();
      reject(error instanceof Error ? error : new Error('writing failed', { cause: error }));
    }

    function stopListening(): void {
      clearInterval(idle);
      endAllowance();
      memory.count(account, -batchBytes);
      batch = [];
      batchBytes = 0;
      source.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      // Errors of a connection that is no longer read are irrelevant.
      source.on('error', () => undefined);
    }
  });
}
