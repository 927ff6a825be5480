import type { RecordedResponse, Json } from '../replay/recording-format.ts';
import { asRecorded, jsonOf, refused, wrongMethod, type Expectations } from './expectation.ts';

const POST_ONLY = 'sign-up accepts POST only';
const LONG_PASSWORDS = 'passwords are hashed whole, so one of 73 bytes is valid';
const OWN_HOMES =
  'if the default scope is the root, sign-up creates a home folder, even when createUserDir is off';

export const SIGNUP: Expectations = {
  off: { 'off, GET': wrongMethod(POST_ONLY, /^POST$/) },
  on: {
    '73 bytes of password': asRecorded(LONG_PASSWORDS, {
      status: 200,
      body: { text: '200 OK\n' },
    }),
    'GET /api/users/4 as admin': {
      rule: OWN_HOMES,
      response: (recorded) => ({ ...recorded, body: { json: atHome(jsonOf(recorded)) } }),
    },
    'long name': refused(OWN_HOMES, 400),
    'GET /api/users as admin': { rule: OWN_HOMES, response: withHomes },
    'GET with body': wrongMethod(POST_ONLY, /^POST$/),
    'extra keys': asRecorded('unknown keys are ignored'),
  },
};

type JsonObject = { readonly [key: string]: Json };

/** Id of the first user who signed up. */
const FIRST_ID = 4;

function nameIn({ username }: JsonObject): string {
  return typeof username === 'string' ? username : '';
}

function atHome(user: JsonObject): JsonObject {
  return { ...user, scope: `/users/${nameIn(user)}` };
}

/** Expects home folders for new users. `pw73` has the id of the user with the long name, which no folder can have. */
function withHomes(recorded: RecordedResponse): RecordedResponse {
  // The recorded reply is a list of users.
  const users = (recorded.body?.json ?? []) as readonly JsonObject[];
  const json = users.map((user) => {
    if (Number(user['id']) < FIRST_ID) return user;
    const isLong = nameIn(user).length > 255;
    return atHome(isLong ? { ...user, username: 'pw73' } : user);
  });
  return { ...recorded, body: { json } };
}
