import { threadId } from 'node:worker_threads';
import { parseTreePath } from '#contract/paths.ts';
import { beat } from './heartbeat.ts';
import { TransferResult, serveCalls } from './worker-calls.ts';

const calls = {
  clean: (text: string) => parseTreePath(text),
  thread: () => threadId,
  double: (bytes: Uint8Array<ArrayBuffer>) => {
    const doubled = bytes.map((byte) => byte * 2);
    return new TransferResult({ received: bytes.length, doubled }, [doubled.buffer]);
  },
  fail: (code: string) => {
    throw Object.assign(new Error('no such thing'), { code });
  },
  sleep: (milliseconds: number) =>
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
  /** Hangs until its first number is no longer 0. */
  hang: (shared: SharedArrayBuffer) => {
    Atomics.wait(new Int32Array(shared), 0, 0);
    return 'released';
  },
  /** Takes long and reports progress. */
  beat: (times: number) => {
    const nobody = new Int32Array(new SharedArrayBuffer(4));
    for (let left = times; left > 0; left -= 1) {
      Atomics.wait(nobody, 0, 0, 20);
      beat();
    }
    return times;
  },
  die: () => process.exit(1),
};
export type TestCalls = typeof calls;

serveCalls(calls);
