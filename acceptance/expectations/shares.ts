import type { RecordedResponse, Json } from '../replay/recording-format.ts';
import { asRecorded, jsonOf, refused, type Expectation, type Expectations } from './expectation.ts';

const DURATIONS =
  'expires is a string or a number; empty or 0 is permanent; negative, above 2147483647 or not an integer is 400';
const UNITS = 'the units are seconds, minutes, hours and days; others are 400';
const LONG_PASSWORDS = 'passwords are hashed whole, so one of 73 bytes is valid';
const OTHERS_CREATED =
  'earlier requests of the scenario created other shares than in the recording';
const ENDED = 'defect 9: expired shares are not listed, however many';

type Item = { readonly [key: string]: Json };

/** A share that this server creates and File Browser 2 refused. */
const BY_NUMBER: Item = { path: '/a.txt', userID: 2, expire: '{NOW+86400}', hasPassword: false };
const WITH_LONG_PASSWORD: Item = { path: '/a.txt', userID: 2, expire: 0, hasPassword: true };

function created(rule: string, expire: Json): Expectation {
  return {
    rule,
    response: (recorded) => {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      return { status: 200, headers, body: { json: { ...shareFrom(recorded), expire } } };
    },
  };
}

/** Returns the recorded share, or the known properties of a refused one. */
function shareFrom(recorded: RecordedResponse): Item {
  return recorded.status === 200 ? jsonOf(recorded) : { path: '/a.txt', userID: 2 };
}

/** Expects the recorded list, without the share that this server refused and with those that it created. */
function listed(
  rule: string,
  { without, and }: { without: string; and: readonly Item[] },
): Expectation {
  return {
    rule,
    response: (recorded) => {
      const list = (recorded.body?.json ?? []) as readonly Item[];
      const kept = list.filter(({ hash }) => hash !== `{${without}}`);
      return { ...recorded, body: { json: [...kept, ...and] } };
    },
    unordered: true,
  };
}

const BOBS = { without: 'H7', and: [BY_NUMBER, WITH_LONG_PASSWORD] };

function lists(rule: string, ...hashes: readonly string[]): Expectation {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const json = hashes.map((hash) => ({ hash: `{${hash}}` }));
  return { rule, response: () => ({ status: 200, headers, body: { json } }) };
}

export const SHARES: Expectations = {
  life: {
    'unit unknown': refused(UNITS, 400),
    'expires x': refused(DURATIONS, 400),
    'expires as a number': created(DURATIONS, '{NOW+86400}'),
    'expires 1.5': refused(DURATIONS, 400),
    '73 bytes of password': created(LONG_PASSWORDS, 0),
    'GET /api/shares as bob': listed(OTHERS_CREATED, BOBS),
    'GET /api/shares as admin': listed(OTHERS_CREATED, BOBS),
    'GET /api/share/bob/a.txt as admin': listed(OTHERS_CREATED, BOBS),
  },
  'ended ones': {
    'expires 0': created(DURATIONS, 0),
    'expires -5': refused(DURATIONS, 400),
    'expires 2^31': refused(DURATIONS, 400),
    'expires 2^31-1': created(DURATIONS, `{NOW+${2_147_483_647 * 3_600}}`),
    list: lists(DURATIONS, 'H1', 'H5'),
    'list after': lists(ENDED, 'H1', 'H5'),
  },
  'query and rule': {
    'query is not read': created('query parameters count when the body lacks them', '{NOW+432000}'),
    'refused by a rule': refused('defect 36: rules apply when a share is created', 403),
  },
  'several have ended': {
    'GET /api/shares as bob': asRecorded(ENDED, {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: { json: [] },
    }),
  },
};
