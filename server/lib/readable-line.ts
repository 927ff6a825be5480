const LEVELS: Readonly<Record<number, string>> = { 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' };

/** A JSON log line for a person at a terminal: time, level where it matters, message, reason. */
export function readableLine(line: string): string {
  // Our own logger wrote it.
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

/** A file's name may hold what moves a terminal's cursor or clears its screen. */
function harmless(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.replaceAll(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `\\u${code.toString(16).padStart(4, '0')}`;
    },
  );
}
