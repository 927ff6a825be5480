import type { RecordedRequest, RecordedResponse, Json } from '../replay/recording-format.ts';
import { asRecorded, jsonOf, refused, type Expectation, type Expectations } from './expectation.ts';

const NOT_REQUIRED = 'current_password is optional unless requireCurrentPassword is on';
const LONG_PASSWORDS = 'passwords are hashed whole, so one of 73 bytes is valid';
const TAKEN = 'a taken name is 409';
const NAMELESS = 'defect 17: a missing name is 400';
const UNKNOWN_USER = 'no 5xx: an unknown user is 404';
const UNKNOWN_FIELD = 'fields are matched exactly; unknown ones are 400';
const CREATED_BEFORE =
  'earlier requests of the scenario created two more users than in the recording';
const CHANGED_BEFORE = 'an earlier request changed the password, but not in the recording';
const MORE_FIELDS = 'administrators get more fields than recorded';

const CREATED: Partial<RecordedResponse> = { status: 201, body: { text: '201 Created\n' } };
const DONE: Partial<RecordedResponse> = { status: 200, body: { text: '200 OK\n' } };

type JsonObject = { readonly [key: string]: Json };

export const USERS: Expectations = {
  read: { 'GET /api/users/99999999999999999999 as admin': refused(UNKNOWN_USER, 404) },
  create: {
    'no current password': created(NOT_REQUIRED, 18),
    '73 bytes': created(LONG_PASSWORDS, 19),
    'taken name': refused(TAKEN, 409),
    'no name': refused(NAMELESS, 400),
    'no data': refused('defect 17: the user is missing in the body', 400),
    'with rules and all': created(CREATED_BEFORE, 20),
    'GET /api/users/18 as admin': {
      rule: CREATED_BEFORE,
      request: (recorded) => ({ ...recorded, path: '/api/users/20' }),
      response: (recorded) => ({ ...recorded, body: { json: { ...jsonOf(recorded), id: 20 } } }),
    },
    'scope with dots': refused('dot segments are 400', 400, { fs: { up: null, 'srv/up': null } }),
    all: { rule: CREATED_BEFORE, response: withTwoMore },
    'id given': created('defect 17: ids from clients are ignored', 21),
    'GET /api/users/2 as admin': {
      rule: 'defect 17: no user was overwritten',
      request: (recorded) => ({ ...recorded, path: '/api/users/21' }),
      response: (recorded) => ({ ...recorded, body: { json: { ...jsonOf(recorded), id: 21 } } }),
    },
  },
  'change oneself': {
    'viewMode on 2 as bob (2)': refused('an unknown view mode is 400', 400),
    'perm without confirmation': refused(NOT_REQUIRED, 403),
    Perm: asRecorded('field names may begin with a capital letter'),
    PERM: refused(UNKNOWN_FIELD, 400),
    'nothing on 2 as bob': asRecorded(
      'an empty `which` means all fields, which users may not change of themselves',
    ),
    'id on 2 as bob': refused(UNKNOWN_FIELD, 400),
    'nosuch on 2 as bob': refused(UNKNOWN_FIELD, 400),
    'password without confirmation': asRecorded(NOT_REQUIRED, DONE),
    'empty password': confirmedBy('Another-g00d-one'),
    'short password': confirmedBy('Another-g00d-one'),
    'common password': confirmedBy('Another-g00d-one'),
    '73 bytes': { ...confirmedBy('Another-g00d-one', DONE), rule: LONG_PASSWORDS },
    password: confirmedBy('p'.repeat(73)),
    'old session': asRecorded('the session that changed the password continues'),
    'id in data differs': refused('an id in the body must be the id in the path', 400),
    'no id in data': asRecorded('the id may be absent in the body: the path names the user', DONE),
    'no body': asRecorded('the session that changed the password continues'),
    'what wrong': asRecorded('the session that changed the password continues'),
  },
  'change by an admin': {
    'all, no confirmation': asRecorded(NOT_REQUIRED, DONE),
    'taken name': refused(TAKEN, 409),
    'empty name': refused(NAMELESS, 400),
    'lockPassword on 2 as admin': asRecorded(
      'the field is changed, with the correct password or none',
    ),
    'unknown user': refused(UNKNOWN_USER, 404),
    'all and another': refused('`all` may not be combined with other fields', 400),
    'empty which': asRecorded('an empty `which` means all fields'),
    'locale on 2 as admin': asRecorded(
      'the server accepts any locale, and the page chooses a language',
    ),
    'GET /api/users/2 as admin (2)': asRecorded(MORE_FIELDS),
  },
};

function created(rule: string, id: number): Expectation {
  return {
    rule,
    response: (recorded) => ({
      ...recorded,
      ...CREATED,
      headers: { ...recorded.headers, location: `/settings/users/${id}` },
    }),
  };
}

function confirmedBy(password: string, changes: Partial<RecordedResponse> = {}): Expectation {
  return {
    ...asRecorded(CHANGED_BEFORE, changes),
    request: (recorded: RecordedRequest) => ({
      ...recorded,
      // Every request that needs a confirmation has an object as its body.
      json: { ...(recorded.json as JsonObject), current_password: password },
    }),
  };
}

/** Expects two more users than recorded after `newone`; `full` was created after them, and `dotty` never. */
function withTwoMore(recorded: RecordedResponse): RecordedResponse {
  // The recorded reply is a list of users.
  const users = (recorded.body?.json ?? []) as readonly JsonObject[];
  const named = (name: string) => users.find(({ username }) => username === name) ?? {};
  const early = users.filter(({ username }) => username !== 'full' && username !== 'dotty');
  const json = [
    ...early,
    { ...named('newone'), id: 18, username: 'n2' },
    { ...named('newone'), id: 19, username: 'n3' },
    { ...named('full'), id: 20 },
  ];
  return { ...recorded, body: { json } };
}
