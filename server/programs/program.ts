import type { CommandStop } from '#contract/commands.ts';

/** A program to be run, with everything it gets: no shell reads any of it. */
export interface ProgramStart {
  /** An absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  /** All that it finds in its surroundings. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where it starts; undefined for where the server runs. `/proc/self/fd/N` is a folder that the caller keeps open till the end. */
  readonly folder?: string | undefined;
  /** What it finds open from descriptor 3 on, in this order. */
  readonly attached?: readonly Attachment[] | undefined;
  /** It is a sandbox around the program that is meant: it passes no signal on, and ends what is inside when it ends. */
  readonly isSandbox?: boolean | undefined;
  readonly limits: ProgramLimits;
}

export type Attachment =
  /** The caller keeps it open till the end. */
  | { readonly kind: 'descriptor'; readonly fd: number }
  /** To be read once. */
  | { readonly kind: 'text'; readonly text: string };

export interface ProgramLimits {
  readonly timeLimitMs: number;
  /** Bytes of both streams together. */
  readonly mostOutputBytes: number;
  readonly mostProcesses: number;
}

export type ProgramEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | {
      readonly kind: Extract<
        CommandStop,
        'signal' | 'too-long' | 'too-much' | 'too-many-processes' | 'stopped'
      >;
    }
  | { readonly kind: 'not-started'; readonly cause: unknown };

/** Takes what a program prints as it comes. While a promise it returns is open, the program has to wait with its next output. */
export type OutputSink = (chunk: Buffer, from: 'stdout' | 'stderr') => void | Promise<void>;
