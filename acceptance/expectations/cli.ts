import type { Json } from '../replay/recording-format.ts';

/** An expected behaviour that differs from the recorded one by a decision. */
export interface CliExpectation {
  /** The decision, in one line. */
  readonly rule: string;
  readonly status?: 0 | 1;
  /** Expected parts of the output. Runs of blanks are compared as one blank, because the layout may differ. */
  readonly says?: readonly (string | RegExp)[];
  readonly saysNot?: readonly (string | RegExp)[];
  /** Returns the expected document from the recorded one. */
  readonly file?: (recorded: Json) => Json;
}

type CliExpectations = Readonly<Record<string, Readonly<Record<string, CliExpectation>>>>;

const LAYOUT = 'the layout of printed tables may differ';

function printed(
  says: readonly (string | RegExp)[],
  saysNot: readonly (string | RegExp)[] = [],
): CliExpectation {
  return { rule: LAYOUT, says, saysNot };
}

/** Returns an exported document with changed fields of a user. */
function withUser(id: number, changes: Readonly<Record<string, Json>>): (recorded: Json) => Json {
  return (recorded) => {
    const users = Array.isArray(recorded) ? (recorded as readonly Json[]) : [];
    return users.map((user) =>
      isRecord(user) && user['id'] === id ? { ...user, ...changes } : user,
    );
  };
}

function recordOf(value: Json): { readonly [key: string]: Json } {
  return isRecord(value) ? value : {};
}

function isRecord(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const ANN = /^1 ann \/ /m;
const BEN = /^2 ben \/ admin create .* locked /m;
const KEPT = 'defect 29: an update changes only the named fields';

export const CLI: CliExpectations = {
  configuration: {
    cat: printed(['json', '/login', '127.0.0.1', '8080', 'stdout', '2h', '12']),
    'cat after it': printed([
      'My <b> Files',
      '#abcdef',
      'dark',
      '/bye',
      '8888',
      '0.0.0.0',
      'x.log',
      '/fb',
      '30m',
      'mosaic',
      'xcode',
      'sh -c',
      '4096',
    ]),
    noauth: {
      rule: 'noauth on an address that other machines reach needs --allowRemoteNoauth',
      status: 1,
    },
    'export with noauth': {
      rule: 'the previous command changed nothing',
      file: (recorded) => {
        const { settings = {}, ...rest } = recordOf(recorded);
        const unchanged = { ...recordOf(settings), authMethod: 'proxy' };
        return { ...rest, settings: unchanged, auther: { header: 'X-U' } };
      },
    },
    'yaml with hook': {
      rule: 'internal fields are not part of an export',
      file: (recorded) => ({ ...recordOf(recorded), auther: { command: 'sh x.sh' } }),
    },
  },
  'users, rules, commands': {
    add: printed([ANN]),
    'add with all': printed([BEN]),
    list: printed([ANN, BEN]),
    'find by name': printed([/ID 1\n/, /Username ann\n/]),
    'find by id': printed([/ID 2\n/, /Username ben\n/, /Language fr\n/, /Commands ls cat\n/]),
    update: printed([/^1 anna \/ execute create rename modify share download /m]),
    'update by id': { ...printed([BEN]), rule: KEPT },
    export: {
      rule: KEPT,
      file: withUser(2, { lockPassword: true, hideDotfiles: true, dateFormat: true }),
    },
    'export yaml': {
      rule: KEPT,
      file: withUser(2, { lockpassword: true, hidedotfiles: true, dateformat: true }),
    },
    'global rule': printed([/0 .*\/secret\b/]),
    'global allow': printed([/0 .*\/secret\b/, /1 .*\/secret\/open\b/]),
    'global regex': printed([/1 .*\/secret\/open\b/, /2 .*\^\/x\.\*\$/]),
    'rule of a user': printed([/0 .*\/mine\b/]),
    rules: printed([/0 .*\/secret\b/, /1 .*\/secret\/open\b/, /2 .*\^\/x\.\*\$/], ['/mine']),
    'rules of a user': printed([/0 .*\/mine\b/], ['/secret']),
    'rules by id': printed([/0 .*\/mine\b/], ['/secret']),
    'remove a rule': printed([/0 .*\/secret\/open\b/, /1 .*\^\/x\.\*\$/]),
    'remove a rule without --index': {
      rule: 'the flag --index is optional',
      status: 0,
      says: [/0 .*\^\/x\.\*\$/],
      saysNot: ['/secret/open'],
    },
    'rules after': {
      rule: 'the previous command removed the rule',
      says: [/0 .*\^\/x\.\*\$/],
      saysNot: ['/secret/open'],
    },
    'hook line': printed(['after_upload(0): echo $FILE']),
    second: printed(['after_upload(0): echo $FILE', 'before_save(0): true']),
    hooks: printed(['after_upload(0): echo $FILE', 'before_save(0): true']),
    'hooks of one event': printed(['after_upload(0): echo $FILE'], ['before_save']),
    'remove a hook': printed(['before_save(0): true'], ['after_upload']),
    'hooks after': printed(['before_save(0): true'], ['after_upload']),
    'remove a user': printed(['anna']),
    'list after': printed([BEN], ['ann']),
  },
};
