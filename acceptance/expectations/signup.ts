import type { RecordedResponse, Json } from '../replay/recording-format.ts';
import { asRecorded, wrongMethod, type Expectations } from './expectation.ts';

const POST_ONLY = 'sign-up is POST only';
const LONG_PASSWORDS = 'passwords are hashed whole, so that one of 73 bytes is as good as any';

export const SIGNUP: Expectations = {
  off: { 'off, GET': wrongMethod(POST_ONLY, /^POST$/) },
  on: {
    '73 bytes of password': asRecorded(LONG_PASSWORDS, {
      status: 200,
      body: { text: '200 OK\n' },
    }),
    'GET /api/users as admin': { rule: LONG_PASSWORDS, response: withOneMore },
    'GET with body': wrongMethod(POST_ONLY, /^POST$/),
    'extra keys': asRecorded('what sign-up does not ask for is left alone'),
  },
};

/** `pw73` has been made before `pw72`, so all ids from there on are one higher. */
function withOneMore(recorded: RecordedResponse): RecordedResponse {
  // The recorded reply is a list of users.
  const users = (recorded.body?.json ?? []) as readonly { readonly [key: string]: Json }[];
  const json = users.flatMap((user) => {
    const later = { ...user, id: Number(user['id']) + 1 };
    if (user['username'] === 'pw72') return [{ ...user, username: 'pw73' }, later];
    return user['username'] === 'uni' ? [later] : [user];
  });
  return { ...recorded, body: { json } };
}
