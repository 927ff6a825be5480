import { refused, type Expectation, type Expectations } from './expectation.ts';

/**
 * Expects a normal close with this reason. Sends the origin of the page too, because the cookie alone is not accepted.
 */
function closedWith(reason: string): Expectation {
  return {
    rule: 'the connection ends with a normal close (1000) and the result as its reason',
    request: (recorded) => ({
      ...recorded,
      headers: { ...recorded.headers, Origin: 'http://{HOST}' },
    }),
    response: (recorded) => ({
      ...recorded,
      body: { ...recorded.body, closed: `1000 ${reason}` },
    }),
  };
}

/** Expects the absolute path of the program in its message: commands are started by path, and print it as their name. */
function withProgramPath(expectation: Expectation): Expectation {
  return {
    ...expectation,
    response: (recorded) => {
      const { body = {}, ...rest } = expectation.response(recorded);
      const messages = ["{LS}: cannot access 'none': No such file or directory"];
      return { ...rest, body: { ...body, messages } };
    },
  };
}

const DONE = closedWith('exit 0');
const NOT_ALLOWED = closedWith('not-allowed');
const UNREADABLE = closedWith('unreadable');

export const COMMAND_WS: Expectations = {
  off: {
    "bob: ['ls']": refused('the cookie alone, without Origin and Sec-Fetch-Site: 403', 403),
    "runner: ['ls']": NOT_ALLOWED,
  },
  on: {
    "bob: ['ls']": NOT_ALLOWED,
    'runner: ["echo \'x"]': UNREADABLE,
    'not allowed': NOT_ALLOWED,
    "runner: ['ls']": DONE,
    "runner: ['pwd']": DONE,
    'runner: ["sh -c \'echo out; echo err >&2; exit 3\'"]': closedWith('exit 3'),
    "runner: ['echo $HOME a#b #c']": DONE,
    "runner: ['echo a\\\\ b']": DONE,
    "runner: ['ls none']": withProgramPath(closedWith('exit 2')),
    "runner: ['ls'] (2)": closedWith('not-found'),
    'two messages': DONE,
    'non-ASCII': UNREADABLE,
    'own origin': DONE,
    'by query': {
      rule: '?auth= is accepted on the WebSocket',
      response: () => ({ status: 101, body: { messages: ['hi'], closed: '1000 exit 0' } }),
    },
  },
};
