import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAlbum } from './fixtures/album.ts';
import {
  downloadPath,
  fromAnotherAddress,
  createShare,
  passwordHeader,
  sharePath,
  tokenOf,
  type ShareOptions,
} from './http/public-shares.ts';
import { send } from './http/send.ts';
import { changeUser, deleteUser, userNamed, type UserChanges } from './http/users.ts';
import { inDatabase } from './server/in-database.ts';
import { useServer } from './server/use-server.ts';

/** Password attempts are counted by address: visitors come from many, through a trusted proxy. */
const served = useServer({ flags: ['--trustedProxies', '127.0.0.1'] });

const OWNER = 'second';
const ALBUM = '/bob/.album';
const PASSWORD = 'open sesame, ü+%';
const NOTHING = { share: false, download: false, modify: false, create: false, admin: false };

const refusing = (path: string) => rules({ regex: false, allow: false, path, regexp: { raw: '' } });
const rules = (...list: readonly unknown[]): UserChanges => ({ rules: list });

interface Told {
  readonly folder: number;
  readonly file: number;
}
const all = (status: number): Told => ({ folder: status, file: status });

/** Changes of the owner, with the status that a visitor gets afterwards. */
const OWNERS: readonly (readonly [name: string, changes: UserChanges, told: Told])[] = [
  ['is as before', {}, all(200)],
  ['may not share any more', { perm: { share: false } }, all(403)],
  ['may not download any more', { perm: { share: false, download: false } }, all(403)],
  ['may do nothing any more', { perm: NOTHING }, all(403)],
  ['is no administrator any more', { perm: { admin: false } }, all(200)],
  [
    'may not change anything any more',
    { perm: { modify: false, delete: false, rename: false } },
    all(200),
  ],
  ['is scoped to where the item lies', { scope: '/bob' }, all(200)],
  ['is scoped to the item', { scope: ALBUM }, all(200)],
  ['is scoped elsewhere', { scope: '/work' }, all(403)],
  ['is scoped to what begins alike', { scope: '/bob/.albu' }, all(403)],
  ['is refused the item by a rule', refusing(ALBUM), all(403)],
  ['is refused the folder that it lies in', refusing('/bob'), all(403)],
  ['is refused what begins alike', refusing('/bob/.albu'), all(200)],
  [
    'is refused it in words',
    rules({ regex: true, allow: false, path: '', regexp: { raw: 'album' } }),
    all(403),
  ],
  [
    'is refused all but the item',
    rules(
      { regex: false, allow: false, path: '/bob', regexp: { raw: '' } },
      { regex: false, allow: true, path: ALBUM, regexp: { raw: '' } },
    ),
    all(200),
  ],
  // Entries in a hidden folder are hidden as well.
  ['hides what begins with a dot', { hideDotfiles: true }, all(403)],
  ['is scoped to the item and hides dots', { scope: ALBUM, hideDotfiles: true }, all(200)],
];

/** Changes after which the password is not tested again: too many wrong passwords would block the share. */
const GUESSED = new Set(['is as before', 'may not share any more', 'is scoped elsewhere']);

interface Call {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** Returns every call on a shared folder, with a token where one is needed. */
function callsOnFolder(hash: string): readonly Call[] {
  const selection = JSON.stringify({ folder: '/', names: ['notes.txt', 'sub'] });
  return [
    ...['', '/', '/sub', '/sub/', '/sub/inner.txt'].map((below) => get(sharePath(hash, below))),
    head(sharePath(hash)),
    get(downloadPath(hash, '/notes.txt')),
    get(downloadPath(hash, '/sub/inner.txt?inline=true')),
    get(downloadPath(hash, '/')),
    get(downloadPath(hash, '/sub?algo=targz')),
    get(downloadPath(hash, '/?files=notes.txt%2Csub&algo=tar')),
    head(downloadPath(hash, '/notes.txt')),
    head(downloadPath(hash, '/?algo=zip')),
    get(`/api/public/preview/thumb/${hash}/pic.png?inline=true`),
    { method: 'POST', path: `/api/public/selections/${hash}`, body: selection },
  ];
}

function callsOnFile(hash: string): readonly Call[] {
  return [
    ...['', '/', '/any/name.jpg'].map((below) => get(sharePath(hash, below))),
    head(sharePath(hash)),
    get(downloadPath(hash)),
    get(downloadPath(hash, '/pic.png')),
    get(downloadPath(hash, '/any/name.jpg?inline=true')),
    get(downloadPath(hash, '?algo=zip')),
    head(downloadPath(hash)),
    get(`/api/public/preview/thumb/${hash}?inline=true`),
  ];
}

function get(path: string): Call {
  return { method: 'GET', path };
}

function head(path: string): Call {
  return { method: 'HEAD', path };
}

interface KnownLink {
  readonly kind: keyof Told;
  readonly name: string;
  readonly hash: string;
  /** Unix seconds; 0 for a permanent share. */
  readonly expire: number;
  readonly calls: readonly Call[];
  readonly token: string | undefined;
  readonly hasEnded: boolean;
}

const ENDS: readonly (readonly [name: string, options: ShareOptions])[] = [
  ['for ever', {}],
  ['for a day', { expires: '1', unit: 'days' }],
  ['ended', { expires: '3', unit: 'seconds' }],
];

const KINDS = [
  ['folder', `${ALBUM}/`, callsOnFolder],
  ['file', `${ALBUM}/pic.png`, callsOnFile],
] as const;

async function linkOfEachKind(): Promise<readonly KnownLink[]> {
  const links: KnownLink[] = [];
  for (const [kind, path, callsOn] of KINDS) {
    for (const [end, options] of ENDS) {
      for (const password of [undefined, PASSWORD]) {
        const { hash, expire } = await createShare(served(), OWNER, path, {
          ...options,
          ...(password !== undefined && { password }),
        });
        const token = password && (await tokenOf(served(), hash, password));
        const name = `${kind}, ${end}${password === undefined ? '' : ', password'}`;
        const hasEnded = end === 'ended';
        links.push({ kind, name, hash, expire, calls: callsOn(hash), token, hasEnded });
      }
    }
  }
  return links;
}

/** Returns the unexpected statuses of all calls, as `call: status instead of status`. */
async function surprises(
  links: readonly KnownLink[],
  whenLetIn: Told,
  isGuessing = false,
): Promise<string[]> {
  const found: string[] = [];
  for (const link of links) {
    const replies = await Promise.all(
      attemptsAt(link, whenLetIn[link.kind], isGuessing).map(surpriseOf),
    );
    found.push(...replies.flatMap((text) => (text === undefined ? [] : [`${link.name}: ${text}`])));
  }
  return found;
}

interface Attempt {
  readonly call: Call;
  readonly how: string;
  readonly headers: Record<string, string>;
  readonly status: number;
}

function attemptsAt(link: KnownLink, whenLetIn: number, isGuessing: boolean): readonly Attempt[] {
  const { calls, token, hasEnded } = link;
  const living = hasEnded ? 404 : whenLetIn;
  const attempts = (how: string, status: number, headers: Record<string, string> = {}) =>
    calls.map((call) => ({ call, how, headers, status }));
  if (token === undefined) {
    const needless = { ...passwordHeader('needless') };
    return [...attempts('', living), ...attempts('needless password', living, needless)];
  }
  // A share that does not exist asks for no password.
  const locked = living === 404 ? 404 : 401;
  return [
    ...attempts('no password', locked),
    ...attempts('empty password', locked, passwordHeader('')),
    ...attempts('wrong token', locked).map((attempt) => withToken(attempt, 'x'.repeat(128))),
    ...(isGuessing ? attempts('wrong password', locked, passwordHeader('wrong')).slice(0, 1) : []),
    ...attempts('password', living, passwordHeader(PASSWORD)).slice(0, 2),
    ...attempts('token', living).map((attempt) => withToken(attempt, token)),
  ];
}

function withToken(attempt: Attempt, token: string): Attempt {
  const { path } = attempt.call;
  const joint = path.includes('?') ? '&' : '?';
  return { ...attempt, call: { ...attempt.call, path: `${path}${joint}token=${token}` } };
}

async function surpriseOf({ call, how, headers, status }: Attempt): Promise<string | undefined> {
  const reply = await send(served().server.port, {
    ...call,
    headers: { ...fromAnotherAddress(), ...headers },
  });
  if (reply.status === status) return undefined;
  return `${call.method} ${call.path} (${how}): ${reply.status} instead of ${status}`;
}

describe('a share whose owner', () => {
  let links: readonly KnownLink[] = [];
  beforeAll(async () => {
    createAlbum(served().server.root, '.album');
    links = await linkOfEachKind();
    const lastExpiry = Math.max(
      ...links.filter(({ hasEnded }) => hasEnded).map((link) => link.expire),
    );
    while (Date.now() / 1_000 <= lastExpiry) await sleep(50);
  });

  it.each(OWNERS)('%s', { timeout: 60_000 }, async (name, changes, told) => {
    const before = await userNamed(served(), OWNER);
    await changeUser(served(), OWNER, changes);
    try {
      expect(await surprises(links, told, GUESSED.has(name))).toEqual([]);
    } finally {
      await changeUser(served(), OWNER, before);
    }
  });

  it('has an invalid scope, as in old databases', { timeout: 60_000 }, async () => {
    const before = await userNamed(served(), OWNER);
    inDatabase(served().server, (database) =>
      database.prepare('update user set scope = ? where username = ?').run('/bob/../bob', OWNER),
    );
    try {
      expect(await surprises(links, all(403))).toEqual([]);
    } finally {
      await changeUser(served(), OWNER, before);
    }
  });

  it('is refused a part of it by a rule: only that part is refused', async () => {
    const { server } = served();
    const { hash } = await createShare(served(), OWNER, `${ALBUM}/`);
    const before = await userNamed(served(), OWNER);
    await changeUser(served(), OWNER, refusing(`${ALBUM}/sub`));
    try {
      const ask = async (path: string) => (await send(server.port, { path })).status;
      expect(await ask(sharePath(hash))).toBe(200);
      expect(await ask(downloadPath(hash, '/notes.txt'))).toBe(200);
      expect(await ask(sharePath(hash, '/sub'))).toBe(403);
      expect(await ask(downloadPath(hash, '/sub/inner.txt'))).toBe(403);
      expect(await ask(downloadPath(hash, '/?files=sub&algo=zip'))).toBe(403);
      const listing = await send(server.port, { path: sharePath(hash) });
      expect(listing.body.toString()).not.toContain('"sub"');
      const archive = await send(server.port, { path: downloadPath(hash, '/?algo=tar') });
      expect(archive.body.toString('latin1')).not.toContain('inner');
    } finally {
      await changeUser(served(), OWNER, before);
    }
  });

  it(
    'has all rights again: everything refused meanwhile is available',
    { timeout: 60_000 },
    async () => {
      expect(await surprises(links, all(200))).toEqual([]);
    },
  );

  it('is deleted', { timeout: 60_000 }, async () => {
    await deleteUser(served(), OWNER);
    expect(await surprises(links, all(404), true)).toEqual([]);
  });
});
