import { spawn, type ChildProcess } from 'node:child_process';
import { AppError } from '../errors.ts';
import type { OpenFile } from '../storage/driver.ts';
import { decoderSandbox } from './decoder-sandbox.ts';

/** Search path of programs, whatever the environment of the server. */
const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin';
/** The first seconds are often black or a title. A shorter video is shown by its beginning. */
const WANTED_SECONDS = [3, 0] as const;
const FRAME_SIDE = 1_080;
const TIME_LIMIT_MS = 15_000;
const CPU_SECONDS = 10;
const MAX_FRAME_BYTES = 4 * 1024 * 1024;
/** Limit of the address space, including mapped files. */
const MAX_MEMORY_BYTES = 1024 ** 3;
const MAX_PIXELS = 7_680 * 4_320;
/** The video is the fourth descriptor of the program, so that no name of a user is among its arguments. */
const VIDEO = '/proc/self/fd/3';
/** Formats that refer to other files, such as playlists, are not among them. */
const CONTAINERS =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,flv,mpeg,mpegts,mpegvideo,m4v,ogg,asf,h264,hevc,ivf,gif,dv,rm,swf,nut,mxf';

export interface VideoFrames {
  /**
   * Returns a JPEG of one frame, at most 1080 × 1080. Throws `unsupported-type` without a frame or a program. The
   * program ends when the signal aborts.
   */
  frameOf(video: OpenFile, signal: AbortSignal): Promise<Uint8Array>;
}

/** Creates frames of videos with ffmpeg, if it is installed, which is determined at the first video. */
export function createVideoFrames(searchPath: string = SEARCH_PATH): VideoFrames {
  let programs: Promise<VideoPrograms> | undefined;
  return {
    async frameOf(video, signal) {
      programs ??= findVideoPrograms(searchPath);
      const { ffmpeg, prlimit, sandbox } = await programs;
      if (!ffmpeg || video.withProgramInput === undefined) throw noFrame('there is no ffmpeg');
      const both = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
      const frame = await video.withProgramInput(async ({ stdio }) => {
        for (const seconds of WANTED_SECONDS) {
          const found = await runFfmpeg({ stdio, seconds, searchPath, prlimit, sandbox }, both);
          if (found.length > 0 || both.aborted) return found;
        }
        return undefined;
      });
      signal.throwIfAborted();
      if (frame === undefined || frame.length === 0) throw noFrame('a video without a frame');
      return frame;
    },
  };
}

export interface VideoPrograms {
  readonly ffmpeg: boolean;
  /** True if prlimit can limit memory and processor time. Otherwise only the time limit applies. */
  readonly prlimit: boolean;
  /** Words before the program that confine it; empty if bubblewrap does not work. */
  readonly sandbox: readonly string[];
}

/** Determines which programs work. */
export async function findVideoPrograms(searchPath: string = SEARCH_PATH): Promise<VideoPrograms> {
  const [ffmpeg, prlimit, sandbox = []] = await Promise.all([
    isThere('ffmpeg', ['-version'], searchPath),
    isThere('prlimit', ['--version'], searchPath),
    decoderSandbox(searchPath.split(':')),
  ]);
  const [bubblewrap, ...options] = sandbox;
  if (bubblewrap === undefined || !ffmpeg) return { ffmpeg, prlimit, sandbox: [] };
  const isConfined = await isThere(bubblewrap, [...options, 'ffmpeg', '-version'], searchPath);
  return { ffmpeg, prlimit, sandbox: isConfined ? sandbox : [] };
}

async function isThere(program: string, args: readonly string[], path: string): Promise<boolean> {
  const child = spawn(program, args, { stdio: 'ignore', env: { PATH: path } });
  return (await endOf(child)) === 0;
}

interface Run {
  readonly stdio: number;
  readonly seconds: number;
  readonly searchPath: string;
  readonly prlimit: boolean;
  readonly sandbox: readonly string[];
}

/** Returns the output; empty if the program fails, is ended, or prints too much. */
async function runFfmpeg(
  { stdio, seconds, searchPath, prlimit, sandbox }: Run,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (signal.aborted) return new Uint8Array();
  const limits = prlimit
    ? ['prlimit', `--as=${MAX_MEMORY_BYTES}`, `--cpu=${CPU_SECONDS}`, '--fsize=0', '--core=0']
    : [];
  const [program, ...args] = [...sandbox, ...limits, 'ffmpeg'];
  const child = spawn(program ?? 'ffmpeg', [...args, ...argumentsFor(seconds)], {
    stdio: ['ignore', 'pipe', 'ignore', stdio],
    env: { PATH: searchPath },
    cwd: '/',
  });
  const end = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_FRAME_BYTES) end();
    else chunks.push(chunk);
  });
  const code = await endOf(child);
  signal.removeEventListener('abort', end);
  return code === 0 ? Buffer.concat(chunks) : new Uint8Array();
}

function argumentsFor(seconds: number): string[] {
  const fit = `scale=w='min(${FRAME_SIDE},iw*sar)':h='min(${FRAME_SIDE},ih)':force_original_aspect_ratio=decrease`;
  return [
    ...['-hide_banner', '-nostdin', '-v', 'quiet', '-threads', '1'],
    ...['-protocol_whitelist', 'file', '-format_whitelist', CONTAINERS],
    ...['-max_pixels', String(MAX_PIXELS), '-probesize', '8M', '-analyzeduration', '5M'],
    ...(seconds > 0 ? ['-ss', String(seconds)] : []),
    ...['-i', VIDEO, '-map', '0:V:0?', '-an', '-sn', '-dn', '-frames:v', '1'],
    ...['-vf', `${fit},format=yuvj420p`, '-threads', '1'],
    ...['-f', 'image2pipe', '-c:v', 'mjpeg', '-q:v', '4', 'pipe:1'],
  ];
}

/** Resolves with the exit status; undefined if the program was ended by a signal or never began. */
function endOf(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('close', (code) => resolve(code ?? undefined));
  });
}

function noFrame(reason: string): AppError {
  return new AppError('unsupported-type', reason);
}
