const LEVELS: Readonly<Record<number, string>> = { 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' };

/** Formats a JSON log line for a terminal: time, level from warning on, message and stack. */
export function readableLine(line: string): string {
  // Safe: our own logger wrote the line.
  const { time, level, msg, err } = JSON.parse(line) as LogLine;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const reason = err === undefined ? '' : `\n${err.stack ?? err.message}`;
  return `${clock}  ${LEVELS[level] ?? ''}${harmless(msg ?? '')}${harmless(reason)}\n`;
}

interface LogLine {
  readonly time: string;
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly message: string; readonly stack?: string };
}

/** Escapes control characters: file names may contain terminal escape sequences. */
function harmless(text: string): string {
  // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
  return text.replaceAll(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `\\u${code.toString(16).padStart(4, '0')}`;
    },
  );
}
