import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workerUrl } from '../../lib/worker-url.ts';
import type { ReplyMessage } from './decoder-messages.ts';
import { PictureSlots } from './picture-slots.ts';
import { pictureSandbox } from './picture-sandbox.ts';

/**
 * Settings of malloc: one arena, and thresholds in bytes above which freed memory is returned to the system, because
 * buffers of decoders are large and short-lived. Lower thresholds would cost time.
 */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
};

/** Descriptor after those of the standard streams and of the messages. */
const FIRST_SLOT = 4;

export interface StartedDecoder {
  readonly child: ChildProcess;
  /** True inside bubblewrap, where the process cannot open files of the server. */
  readonly isConfined: boolean;
  /** Copies of images that the process can open; none unless it is confined. */
  readonly slots: PictureSlots;
}

/** Time for the start inside bubblewrap, also on a busy machine. Milliseconds. */
const START_MS = 30_000;

export interface DecoderStart {
  /** Number of images that are decoded at once. */
  readonly threads: number;
  /** True if a process that cannot be confined must not be used. */
  readonly mustBeConfined: boolean;
  /** Called with each process as soon as it exists. */
  readonly onSpawn: (child: ChildProcess) => void;
  /** Returns the command that confines the process `worker`; undefined where nothing can. */
  readonly findSandbox?: (worker: string) => Promise<readonly string[] | undefined>;
}

/**
 * Starts a decoding process, inside bubblewrap where that works. Nothing untrusted reaches it before that is known. Throws if it must be
 * confined and cannot be, and if it does not answer in time: a busy machine is no reason to decode outside bubblewrap. The caller then
 * ends the processes that it got from `onSpawn`.
 */
export async function startDecoder(options: DecoderStart): Promise<StartedDecoder> {
  const { threads, mustBeConfined, onSpawn, findSandbox = pictureSandbox } = options;
  const worker = fileURLToPath(workerUrl(import.meta.url, 'picture-worker'));
  const sandbox = await findSandbox(worker);
  if (sandbox !== undefined) {
    const slots = new PictureSlots(threads);
    const child = spawnDecoder([...sandbox, process.execPath, worker], { threads, slots });
    child.once('exit', () => slots.close());
    child.once('error', () => slots.close());
    onSpawn(child);
    if (await canDecode(child)) return { child, isConfined: true, slots };
    child.kill('SIGKILL');
  }
  if (mustBeConfined) throw new Error('the decoding process no longer starts in bubblewrap');
  const slots = new PictureSlots(0);
  const command = [process.execPath, ...process.execArgv, worker];
  const child = spawnDecoder(command, { threads, slots });
  onSpawn(child);
  return { child, isConfined: false, slots };
}

/** How this machine decodes images: inside bubblewrap, with the access of the server, or not at all. */
export type DecodingState = 'confined' | 'unconfined' | 'impossible';

/** Starts a decoding process as the first image does, and reports how that works. */
export async function examineDecoding(
  options: Pick<DecoderStart, 'findSandbox'> = {},
): Promise<DecodingState> {
  const children: ChildProcess[] = [];
  const onSpawn = (child: ChildProcess): void => void children.push(child);
  const start = { ...options, threads: 1, mustBeConfined: false, onSpawn };
  try {
    const { child, isConfined } = await startDecoder(start);
    if (isConfined) return 'confined';
    return (await canDecode(child)) ? 'unconfined' : 'impossible';
  } catch {
    return 'impossible';
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

/** Returns the path by which a decoding process opens a copy. */
export function pathOfSlot(index: number): string {
  return `/proc/self/fd/${FIRST_SLOT + index}`;
}

function spawnDecoder(
  [program = '', ...args]: readonly string[],
  { threads, slots }: { readonly threads: number; readonly slots: PictureSlots },
): ChildProcess {
  const child = spawn(program, args, {
    // In a group of its own, because a terminal sends its signals to all processes of a group.
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', ...slots.descriptors],
    env: { ...ENVIRONMENT, UV_THREADPOOL_SIZE: String(threads) },
  });
  child.on('error', () => undefined);
  return child;
}

/** Resolves with false if the process ends or cannot load the library that decodes. Throws if it does neither. */
function canDecode(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('the decoding process does not start'));
    }, START_MS).unref();
    const settle = (isAble: boolean): void => {
      clearTimeout(timer);
      resolve(isAble);
    };
    child.once('message', (reply: ReplyMessage) =>
      settle('hasLibrary' in reply && reply.hasLibrary),
    );
    child.once('error', () => settle(false));
    child.once('exit', () => settle(false));
  });
}
