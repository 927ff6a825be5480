import { openSync } from 'node:fs';
import { type DestinationStream, destination, type Logger as PinoLogger, pino } from 'pino';
import type { LogConfig } from './config/config.ts';
import { StartupError } from './lib/startup-error.ts';
import { readableLine } from './lib/readable-line.ts';

export type Logger = PinoLogger;

/** Maximum size of the log buffer in bytes. Further lines are dropped, so that a full disk does not fill the memory. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

/** Creates the logger: JSON lines, or readable lines in a terminal. Tokens, passwords and cookies are redacted. */
export function createLogger(config: LogConfig): Logger {
  const options = {
    enabled: config.kind !== 'off',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
    serializers: { err: pino.stdSerializers.err, req: requestFields },
    hooks: {
      logMethod(this: PinoLogger, inputs: Parameters<pino.LogFn>, method: pino.LogFn) {
        const clean = inputs.map((input: unknown) =>
          typeof input === 'string' ? redactUrl(input) : input,
        );
        // Safe: the types of the arguments stay the same.
        method.apply(this, clean as Parameters<pino.LogFn>);
      },
    },
  };
  return pino(options, streamFor(config));
}

const SECRET_FIELDS = [
  'password',
  'current_password',
  'passwordHash',
  'token',
  'auth',
  'cookie',
  'authorization',
  'set-cookie',
  'x-auth',
  'x-share-password',
];

const SECRET_PARAMETERS = /([?&;](?:auth|token|password|current_password)=)[^&;#\s"]*/gi;

/** Redacts the values of query parameters that authenticate a request. */
export function redactUrl(text: string): string {
  return text.includes('=') ? text.replaceAll(SECRET_PARAMETERS, '$1[redacted]') : text;
}

function requestFields(request: { id?: unknown; method?: string; url?: string; ip?: string }) {
  const { id, method, url, ip } = request;
  return { id, method, url: redactUrl(url ?? ''), ip };
}

function streamFor(config: LogConfig): DestinationStream {
  if (config.kind === 'stdout' && process.stdout.isTTY) return readableStream(process.stdout);
  if (config.kind === 'stderr' && process.stderr.isTTY) return readableStream(process.stderr);
  const stream = destination({
    fd: descriptorFor(config),
    sync: false,
    maxLength: MAX_BUFFERED_BYTES,
  });
  // A log that cannot be written does not stop the server.
  stream.on('error', () => undefined);
  return stream;
}

function descriptorFor(config: LogConfig): number {
  if (config.kind === 'stderr') return 2;
  if (config.kind !== 'file') return 1;
  try {
    return openSync(config.path, 'a', 0o640);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // what node:fs throws
    throw new StartupError(`the log file "${config.path}" cannot be opened (${code})`, {
      cause: error,
    });
  }
}

function readableStream(terminal: NodeJS.WriteStream): DestinationStream {
  return { write: (line) => void terminal.write(readableLine(line)) };
}
