import type { CommandStop } from '#contract/commands.ts';

/** A program to run, with everything it gets. No shell interprets any of it. */
export interface ProgramStart {
  /** Absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  /** All environment variables of the program. */
  readonly environment: Readonly<Record<string, string>>;
  /** Working directory; undefined for the server's own. `/proc/self/fd/N` is a folder that the caller keeps open until the end. */
  readonly folder?: string | undefined;
  /** Open descriptors from 3 on, in this order. */
  readonly attached?: readonly Attachment[] | undefined;
  /** The program is a sandbox around the actual one. It passes no signals on, and kills its contents when it ends. */
  readonly isSandbox?: boolean | undefined;
  readonly limits: ProgramLimits;
}

export type Attachment =
  /** The caller keeps it open until the end. */
  | { readonly kind: 'descriptor'; readonly fd: number }
  /** Text that the program can read once. */
  | { readonly kind: 'text'; readonly text: string };

export interface ProgramLimits {
  readonly timeLimitMs: number;
  /** Maximum number of bytes of both streams together. */
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

/** Handles output of a program as it arrives. The program waits while the returned promise is pending. */
export type OutputSink = (chunk: Buffer, from: 'stdout' | 'stderr') => void | Promise<void>;
