import { asRecorded, jsonOf, refused, wrongMethod, type Expectations } from './expectation.ts';

const EXACT = 'fields are matched exactly';
const POST_ONLY = 'login and renewal accept POST only';
const SESSIONS = 'a token is valid only while its session exists';
const NO_NAME = 'no 5xx: a login without a name from the proxy is 403';
const OWN_HOMES =
  'with the default scope at the root, a hook login derives a home, also while createUserDir is off';
const RENEWAL = 'renewal keeps the session; earlier tokens stay valid until their own expiry';

export const AUTH: Expectations = {
  'json log-in': {
    'key case is ignored': refused(EXACT, 403),
    'GET with body': wrongMethod(POST_ONLY, /^POST$/),
    'GET without body': wrongMethod(POST_ONLY, /^POST$/),
    PUT: wrongMethod(POST_ONLY, /^POST$/),
  },
  'where a token is read': {
    'cookie on HEAD': {
      rule: 'the cookie is accepted on GET and HEAD; this path has no upload',
      response: () => ({ status: 404, headers: { 'cache-control': 'no-store' }, body: {} }),
    },
    bearer: asRecorded('bearer is for API tokens, once they exist'),
  },
  'made tokens': {
    halfhour: refused(SESSIONS, 401),
    old: refused(SESSIONS, 401),
    otheriss: refused(SESSIONS, 401),
    futureiat: refused(SESSIONS, 401),
  },
  'permission change acts at once': {
    'GET /api/raw/a.txt as bob (2)': refused('a missing download permission is 403', 403),
    'token of the deleted user': refused('defect 1: sessions end with their user', 401),
  },
  hook: {
    'GET /api/users/5 as admin': {
      rule: OWN_HOMES,
      response: (recorded) => ({
        ...recorded,
        body: { json: { ...jsonOf(recorded), scope: '/users/plain' } },
      }),
    },
  },
  proxy: {
    'no header': refused(NO_NAME, 403),
    'empty header': refused(NO_NAME, 403),
    'header of spaces': refused(NO_NAME, 403),
  },
  renewal: {
    'GET /api/renew as bob': wrongMethod(POST_ONLY, /^POST$/),
    'take one': asRecorded(RENEWAL),
    'new token': asRecorded(RENEWAL),
    'old token': asRecorded(RENEWAL),
  },
};
