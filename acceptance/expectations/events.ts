import type { RecordedResponse } from '../replay/recording-format.ts';
import { asRecorded, refused, type Expectations } from './expectation.ts';

const KEPT = 'defect 6: a failing after-command does not remove the file';

const withFile = (path: string, text: string) => ({
  fs: { [path]: { kind: 'file', size: text.length, text } } as const,
});

/** Returns the recorded response with one more line in the log of the hooks. */
function withLogLine(recorded: RecordedResponse, line: string): RecordedResponse {
  const log = recorded.fs?.['log.txt'];
  const text = log?.kind === 'file' ? (log.text ?? '') : '';
  return { ...recorded, fs: { 'log.txt': { kind: 'file', text: `${text}${line}\n` } } };
}

export const EVENTS: Expectations = {
  'what each event is told': {
    'POST /api/tus/t.bin as bob': {
      rule: 'a before-command of an upload runs before the first byte, not after the last',
      response: (recorded) =>
        withLogLine(recorded, 'before_upload|bob|/bob|{ROOT}/bob/t.bin|{ROOT}/bob'),
    },
  },
  'failing ones': {
    'POST /api/resources/created.txt as bob': asRecorded(
      KEPT,
      withFile('srv/bob/created.txt', 'c'),
    ),
    'POST /api/resources/a.txt?override=true as bob': asRecorded(
      KEPT,
      withFile('srv/bob/a.txt', 'c'),
    ),
    unparsable: refused('a command line that cannot be parsed is refused when it is saved', 400),
    // The previous configuration still applies. Its command fails in the background, and later exchanges depend on the text of
    // its file.
    'PUT with unparsable': {
      rule: 'a command line that cannot be parsed is refused when it is saved',
      request: (recorded) => ({ ...recorded, text: 'bg' }),
      response: ({ headers }) => ({
        status: 200,
        headers: { ...headers, etag: '{ETAG}' },
        body: { text: '200 OK\n' },
      }),
    },
    'copy without the right': refused(
      'defect 26: without the permission, the request is refused and no command runs',
      403,
      { fs: { 'srv/bob/q.txt': null } },
    ),
  },
};
