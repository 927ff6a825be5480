import { describe, expect, test } from 'vitest';
import { accountOfShare, accountOfUser } from './accounts.ts';
import { ConcurrencyLimiter, type ReleaseSlot } from './concurrency-limiter.ts';

const ANNA = 1;
const BOB = 2;
const staying = new AbortController().signal;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Records which requests got a slot, in order, with functions that release them. */
function entering(limiter: ConcurrencyLimiter) {
  const inside: string[] = [];
  const leaves = new Map<string, ReleaseSlot>();
  const enter = async (user: number, name: string, signal = staying): Promise<boolean> => {
    const leave = await limiter.acquire({ account: accountOfUser(user), signal });
    if (leave === undefined) return false;
    inside.push(name);
    leaves.set(name, leave);
    return true;
  };
  const leave = (name: string): Promise<void> => {
    leaves.get(name)?.();
    return settled();
  };
  return { inside, enter, leave };
}

test('leaves slots for other users', async () => {
  const { inside, enter } = entering(
    new ConcurrencyLimiter({ maxConcurrent: 3, maxPerUser: 2, maxQueued: 2 }),
  );
  const annas = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => enter(ANNA, name));
  await enter(BOB, 'b1');

  expect(inside).toEqual(['a1', 'a2', 'b1']);
  expect(await annas[4]).toBe(false);
});

test('prefers the user with less running work to the one who has waited longer', async () => {
  const { inside, enter, leave } = entering(
    new ConcurrencyLimiter({ maxConcurrent: 3, maxPerUser: 3, maxQueued: 9 }),
  );
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void enter(ANNA, name);
  for (const name of ['b1', 'b2']) void enter(BOB, name);
  await settled();

  await leave('a1');
  await leave('a2');
  expect(inside).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
  await leave('a3');
  await leave('b1');
  expect(inside).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'a5', 'b2']);
});

test('a slot is freed once, and a cancelled request takes none', async () => {
  const { inside, enter, leave } = entering(
    new ConcurrencyLimiter({ maxConcurrent: 1, maxPerUser: 1, maxQueued: 9 }),
  );
  await enter(ANNA, 'a1');
  const gone = new AbortController();
  const given = enter(ANNA, 'gone', gone.signal);
  const waiting = [enter(ANNA, 'a2'), enter(BOB, 'b1')];
  gone.abort(new Error('has left'));
  await expect(given).rejects.toThrow('has left');

  await leave('a1');
  await leave('a1');
  expect(inside).toEqual(['a1', 'a2']);
  await leave('a2');
  await Promise.all(waiting);
  expect(inside).toEqual(['a1', 'a2', 'b1']);
  await leave('b1');
  expect(await enter(ANNA, 'again')).toBe(true);
});

describe('visitors of shares', () => {
  const LIMITS = { maxConcurrent: 8, maxPerUser: 4, maxQueued: 4 };
  const visits = (
    limiter: ConcurrencyLimiter,
    owner: number,
    hash: string,
    visitor: string,
    times: number,
  ) => entered(limiter, accountOfShare(accountOfUser(owner), hash), { visitor, times });

  test('count within the limit of the owner, for whom a slot is reserved', async () => {
    const limiter = new ConcurrencyLimiter(LIMITS);
    expect(await visits(limiter, ANNA, 'one', 'v1', 4)).toBe(2);
    expect(await visits(limiter, ANNA, 'two', 'v2', 4)).toBe(1);
    expect(await entered(limiter, accountOfUser(ANNA), { times: 4 })).toBe(1);
  });

  test('count with the running work of the owner', async () => {
    const limiter = new ConcurrencyLimiter(LIMITS);
    expect(await entered(limiter, accountOfUser(ANNA), { times: 4 })).toBe(4);
    expect(await visits(limiter, ANNA, 'one', 'v1', 1)).toBe(0);
  });

  test('leave slots for users, whichever shares they use', async () => {
    const limiter = new ConcurrencyLimiter(LIMITS);
    let inside = 0;
    for (const owner of [11, 12, 13, 14, 15]) {
      for (const visitor of ['v1', 'v2']) {
        inside += await visits(limiter, owner, `share ${owner}`, `${visitor} ${owner}`, 3);
      }
    }
    expect(inside).toBe(6);
    expect(await entered(limiter, accountOfUser(BOB), { times: 2 })).toBe(2);
  });

  test('leave slots for other visitors, with two shares of two users as well', async () => {
    const limiter = new ConcurrencyLimiter(LIMITS);
    expect(await visits(limiter, ANNA, 'one', 'v1', 4)).toBe(2);
    expect(await visits(limiter, BOB, 'two', 'v1', 4)).toBe(1);
    expect(await visits(limiter, 3, 'three', 'v1', 4)).toBe(0);
    expect(await visits(limiter, BOB, 'two', 'v2', 1)).toBe(1);
  });

  test('are refused beyond the limit of waiting ones of the owner, who may still wait', async () => {
    const limiter = new ConcurrencyLimiter({ maxConcurrent: 1, maxPerUser: 1, maxQueued: 2 });
    await entered(limiter, accountOfUser(BOB), { times: 1 });
    const share = accountOfShare(accountOfUser(ANNA), 'one');
    void limiter.acquire({ account: share, visitor: 'v1', signal: staying });
    expect(
      await limiter.acquire({ account: share, visitor: 'v1', signal: staying }),
    ).toBeUndefined();
    void limiter.acquire({ account: share, visitor: 'v2', signal: staying });
    expect(
      await limiter.acquire({ account: share, visitor: 'v3', signal: staying }),
    ).toBeUndefined();
    const waits = limiter.acquire({ account: accountOfUser(ANNA), signal: staying });
    expect(await Promise.race([waits, settled().then(() => 'waits')])).toBe('waits');
  });

  test('one slot that becomes free lets all requests run that waited for it', async () => {
    const limiter = new ConcurrencyLimiter(LIMITS);
    const ofAnna = accountOfShare(accountOfUser(ANNA), 'one');
    const ofBob = accountOfShare(accountOfUser(BOB), 'two');
    const enter = (account: string, visitor: string) => limiter.acquire({ account, visitor });
    const leave = await enter(ofAnna, 'v1');
    await Promise.all([enter(ofAnna, 'v1'), enter(ofAnna, 'v3'), enter(ofBob, 'v1')]);
    const inside: string[] = [];
    // The shares of Anna have no slot for v2, and v1 has as many as one visitor may have.
    void enter(ofAnna, 'v2').then(() => inside.push('v2'));
    void enter(ofBob, 'v1').then(() => inside.push('v1'));
    await settled();
    expect(inside).toEqual([]);
    leave?.();
    await settled();
    expect(inside).toEqual(['v1', 'v2']);
  });

  test('leave no counts behind', async () => {
    const limiter = new ConcurrencyLimiter(LIMITS);
    const account = accountOfShare(accountOfUser(ANNA), 'one');
    for (let round = 0; round < 20; round += 1) {
      const leave = await limiter.acquire({ account, visitor: 'v1', signal: staying });
      leave?.();
      leave?.();
    }
    expect(await visits(limiter, ANNA, 'one', 'v1', 4)).toBe(2);
  });
});

/** Returns how many of so many attempts got a slot at once. */
async function entered(
  limiter: ConcurrencyLimiter,
  account: string,
  { visitor, times }: { readonly visitor?: string; readonly times: number },
): Promise<number> {
  let inside = 0;
  for (let time = 0; time < times; time += 1) {
    const given = new AbortController();
    const attempt = limiter.acquire({ account, visitor, signal: given.signal });
    void attempt.then((leave) => (inside += leave === undefined ? 0 : 1)).catch(() => undefined);
    await settled();
    given.abort();
  }
  return inside;
}

interface Work {
  readonly run: () => Promise<string>;
  finish(): void;
}

function work(name: string, started: string[]): Work {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return {
    finish: () => finish(),
    run: async () => {
      started.push(name);
      await finished;
      return name;
    },
  };
}

test('work without an account runs up to the limit, waits in order, and is refused when the queue is full', async () => {
  const limiter = new ConcurrencyLimiter({ maxConcurrent: 2, maxQueued: 2 });
  const started: string[] = [];
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => work(name, started));
  const results = all.map(({ run }) => limiter.run(run));

  expect(await results[4]).toBeUndefined();
  expect(started).toEqual(['a', 'b']);

  all[1]?.finish();
  await settled();
  expect(started).toEqual(['a', 'b', 'c']);

  for (const { finish } of all) finish();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd', undefined]);
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});

test('work that fails rejects and releases its slot', async () => {
  const limiter = new ConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 1 });
  const failing = limiter.run(() => Promise.reject(new Error('failed')));
  const next = limiter.run(() => Promise.resolve('fine'));

  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('fine');
  expect(await limiter.run(() => Promise.resolve('again'))).toBe('again');
});

test('the number that run concurrently never exceeds the limit', async () => {
  const limiter = new ConcurrencyLimiter({ maxConcurrent: 3, maxQueued: 1_000 });
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      limiter.run(async () => {
        running += 1;
        most = Math.max(most, running);
        if (index % 3 === 0) await settled();
        running -= 1;
        return index;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(running).toBe(0);
});
