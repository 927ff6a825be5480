import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { anEntry, type FakeServer, fakeServer } from '../testing/fake-server.ts';
import { hits, SlowSearch } from '../testing/fake-search.ts';
import { entriesWithPending } from './pending-changes.ts';
import { MAX_FOUND, SearchStore } from './search-results.ts';

const [a, b, c] = [anEntry('/a.txt'), anEntry('/b.txt'), anEntry('/c.txt')];
const question = (query: string) => ({ folder: '', query });
let server: FakeServer;
let store: SearchStore;

beforeEach(() => {
  server = fakeServer();
  store = new SearchStore();
});

const answer = (reply: Parameters<FakeServer['on']>[2]) => server.on('GET', '/api/search/', reply);
const ended = () => vi.waitFor(() => expect(store.current().isSearching).toBe(false));
const names = () => store.current().found.map(({ name }) => name);
const gone = (...paths: string[]) => ({
  id: 0,
  moves: new Map(paths.map((path) => [path, undefined])),
});
const renamed = (path: string, name: string) => ({ id: 0, moves: new Map([[path, `/${name}`]]) });
/** Names of the results with the changes that they do not include yet. */
const shownNames = () => {
  const { found, done } = store.current();
  return entriesWithPending(found, done).map(({ name }) => name);
};

test('results appear while the search runs', async () => {
  const slow = new SlowSearch();
  answer(slow.reply);
  store.ask(question('txt'));
  slow.find(a);

  await vi.waitFor(() => expect(names()).toEqual(['a.txt']));
  expect(store.current().isSearching).toBe(true);
  slow.find(b);
  slow.end();
  await ended();
  expect(names()).toEqual(['a.txt', 'b.txt']);
});

test('a new search ends the previous one, whose results stay until it has some', async () => {
  answer(hits([a]));
  store.ask(question('a'));
  await ended();
  const slow = new SlowSearch();
  answer(slow.reply);
  store.ask(question('b'));
  expect(names()).toEqual(['a.txt']);
  expect(store.current().shown?.query).toBe('a');

  answer(hits([c]));
  store.ask(question('c'));
  slow.find(b);
  await ended();
  expect(names()).toEqual(['c.txt']);
  expect(store.current().shown?.query).toBe('c');
});

test('a lost connection keeps the results and reports the failure', async () => {
  const slow = new SlowSearch();
  answer(slow.reply);
  store.ask(question('a'));
  slow.find(a);
  await vi.waitFor(() => expect(names()).toEqual(['a.txt']));
  slow.cut();
  await ended();

  expect(store.current().failure).toMatchObject({ status: 0 });
});

test('after a change, the search is repeated while the results stay', async () => {
  answer(hits([a, b]));
  store.ask(question('txt'));
  await ended();
  const slow = new SlowSearch();
  answer(slow.reply);

  store.refresh();
  store.keep(gone('/a.txt'));
  expect(shownNames()).toEqual(['b.txt']);
  expect(names()).toEqual(['a.txt', 'b.txt']);
  slow.find(b);
  slow.end();
  await vi.waitFor(() => expect(names()).toEqual(['b.txt']));
  expect(store.current().done).toEqual([]);
});

test('a change during a search repeats it afterwards', async () => {
  const slow = new SlowSearch();
  answer(slow.reply);
  store.ask(question('txt'));
  slow.find(a, b);
  store.refresh();
  answer(hits([b]));
  slow.end();

  await vi.waitFor(() => expect(names()).toEqual(['b.txt']));
  expect(server.calls).toHaveLength(2);
});

test('entries that were deleted during a search stay hidden while it continues', async () => {
  let time = 0;
  // Every chunk is shown.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1_000));
  onTestFinished(() => clock.mockRestore());
  const slow = new SlowSearch();
  answer(slow.reply);
  store.ask(question('txt'));
  slow.find(a, b);
  await vi.waitFor(() => expect(names()).toEqual(['a.txt', 'b.txt']));
  store.refresh();
  store.keep(gone('/a.txt'));
  slow.find(c);

  await vi.waitFor(() => expect(names()).toEqual(['a.txt', 'b.txt', 'c.txt']));
  expect(shownNames()).toEqual(['b.txt', 'c.txt']);
  answer(hits([b, c]));
  slow.end();
  await vi.waitFor(() => expect(names()).toEqual(['b.txt', 'c.txt']));
  expect(store.current().done).toEqual([]);
});

test.each([
  ['deleted', gone('/a.txt'), ['a.txt', 'c.txt']],
  ['renamed', renamed('/a.txt', 'x.txt'), ['x.txt', 'a.txt', 'c.txt']],
])('the name of a %s file can be given to another one', async (_, first, shown) => {
  answer(hits([a, b, c]));
  store.ask(question('txt'));
  await ended();
  answer(new SlowSearch().reply);
  store.refresh();
  store.keep(first);
  store.keep(renamed('/b.txt', 'a.txt'));
  expect(shownNames()).toEqual(shown);
});

test('after a failed refresh, changes stay visible, and the next connection repeats it', async () => {
  answer(hits([a, b]));
  store.ask(question('txt'));
  await ended();
  answer({ status: 503 });
  store.refresh();
  await vi.waitFor(() => expect(server.calls).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve));
  store.keep(gone('/a.txt'));
  expect(shownNames()).toEqual(['b.txt']);

  answer(hits([b]));
  store.reconnect();
  await vi.waitFor(() => expect(names()).toEqual(['b.txt']));
  expect(store.current().done).toEqual([]);
  store.reconnect();
  expect(server.calls).toHaveLength(3);
});

test('a search that has failed is repeated when the connection returns', async () => {
  answer({ status: 503 });
  store.ask(question('txt'));
  await vi.waitFor(() => expect(store.current().failure).toBeDefined());
  answer(hits([a]));
  store.reconnect();
  await vi.waitFor(() => expect(names()).toEqual(['a.txt']));
  expect(store.current().failure).toBeUndefined();
});

test('a failed refresh is repeated after a pause, also while the browser has a connection', async () => {
  answer(hits([a, b]));
  store.ask(question('txt'));
  await ended();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  answer({ status: 503 });
  store.refresh();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(server.calls).toHaveLength(3);
  answer(hits([b]));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(names()).toEqual(['b.txt']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.calls).toHaveLength(4);
});

test('a failed refresh is not repeated for a search that has been replaced', async () => {
  answer(hits([a, b]));
  store.ask(question('txt'));
  await ended();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  answer({ status: 503 });
  store.refresh();
  await vi.advanceTimersByTimeAsync(500);
  answer(hits([c]));
  store.ask(question('c'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(names()).toEqual(['c.txt']);
  expect(server.calls).toHaveLength(3);
});

test('the number of results is limited, and the search then ends', async () => {
  const slow = new SlowSearch();
  answer(slow.reply);
  store.ask(question('txt'));
  const line = `${JSON.stringify({ dir: false, path: 'a', url: '/files/a', entry: a })}\n`;
  slow.send(line.repeat(MAX_FOUND + 1));

  await ended();
  expect(store.current()).toMatchObject({ isCut: true });
  expect(store.current().found).toHaveLength(MAX_FOUND);
  await vi.waitFor(() => expect(slow.isLeft).toBe(true));
});
