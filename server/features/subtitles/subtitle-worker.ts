import { TransferResult, serveCalls } from '../../lib/worker-calls.ts';
import { lowerThreadPriority } from '../../lib/background-thread.ts';
import type { SubtitleFormat } from './convert/subtitle-formats.ts';
import { toWebVtt } from './convert/to-webvtt.ts';

export interface Conversion {
  readonly format: SubtitleFormat;
  readonly bytes: Uint8Array;
}

const calls = {
  convert({ format, bytes }: Conversion): TransferResult<Uint8Array<ArrayBuffer>> {
    const converted = toWebVtt(format, bytes);
    return new TransferResult(converted, [converted.buffer]);
  },
};
export type SubtitleCalls = typeof calls;

lowerThreadPriority();
serveCalls(calls);
