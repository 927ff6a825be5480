import { keepPartUrl } from '#contract/jobs.ts';
import { type Operation, operationUrl } from '#contract/operations.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../api/http.ts';
import type { TrackedCall } from '../../api/tracked-call.ts';
import { setJobs } from '../../state/jobs.ts';
import { runOperation } from '../../state/run-operation.ts';
import { aJob } from '../../testing/a-job.ts';
import { aFolder, aTokenUser, type FakeServer, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';

const anna = aTokenUser();
let server: FakeServer;

beforeEach(async () => {
  server = fakeServer().session(anna).folder(aFolder('/'));
});

/** Starts three copies that end when the test resolves them. */
async function beginCopies() {
  const page = renderRoute('/files/', { user: anna });
  await screen.findByText('It feels lonely here…');
  const ends: { resolve(): void; reject(failure: Error): void }[] = [];
  const operations: Operation[] = [];
  const calls: TrackedCall[] = [];
  const items = ['a.iso', 'b.iso', 'c.iso'].map((name) => ({
    name,
    run: (tracked: TrackedCall) => {
      const { key } = tracked;
      calls.push(tracked);
      const facts = { entries: 0, totalEntries: 1, bytes: 512, totalBytes: 1_024 };
      operations.push({ key, kind: 'copy', from: `/${name}`, ...facts });
      return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
    },
  }));
  server.on('GET', '/api/operations', () => ({ json: operations }));
  const result = runOperation({ kind: 'copy', items });
  return { page, ends, operations, calls, result };
}

const card = () => screen.findByRole('region', { name: /^Copying/ });

test('a long operation shows its kind and progress, and disappears when it ends', async () => {
  const { ends, result } = await beginCopies();
  expect(screen.queryByRole('region', { name: /^Copying/ })).toBeNull();

  const shown = await card();
  expect(within(shown).getByRole('heading').textContent).toBe('Copying 1 of 3');
  expect(within(shown).getByText('a.iso')).toBeTruthy();
  await within(shown).findByText('50%');
  await within(shown).findByText(/1\.5 KiB.* of .*3 KiB/);
  act(() => ends[0]?.resolve());
  await waitFor(() => expect(screen.getByRole('region', { name: 'Copying 2 of 3' })).toBeTruthy());

  act(() => ends.forEach(({ resolve }) => resolve()));
  await result;
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Copying/ })).toBeNull());
});

test('the card can be collapsed, and leaving the page asks while it runs', async () => {
  const { page, ends, result } = await beginCopies();
  const shown = await card();
  await page.user.click(within(shown).getByRole('button', { name: 'Show less' }));
  expect(within(shown).queryByText('a.iso')).toBeNull();

  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  act(() => ends.forEach(({ resolve }) => resolve()));
  await result;
  const later = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(later);
  expect(later.defaultPrevented).toBe(false);
});

test('cancelling cancels the operations on the server', async () => {
  const { page, ends, operations, result } = await beginCopies();
  for (const { key } of operations) server.on('DELETE', `/api/operations/${key}`, { status: 204 });
  await page.user.click(within(await card()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() =>
    expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(3),
  );
  act(() => ends.forEach(({ reject }) => reject(new ApiError(500, 'cancelled'))));
  expect(await result).toMatchObject({ done: [], failed: [], cancelled: true });
});

test('cancelling asks whether the copied part of a folder is kept, and cancels the other items', async () => {
  const { page, ends, operations, calls, result } = await beginCopies();
  const cancellations = () =>
    server.calls.filter(({ url }) => /jobs|operations\//.test(url)).map(({ url }) => url);
  const cancel = async () =>
    page.user.click(within(await card()).getByRole('button', { name: 'Cancel' }));
  for (const { key } of operations) server.on('DELETE', `/api/operations/${key}`, { status: 204 });
  const job = aJob({ id: 5, key: calls[1]?.key ?? '', kind: 'copy', items: 120 });
  act(() => void setJobs([job]));
  server.on('POST', keepPartUrl(5), { json: job });
  await cancel();
  await page.user.click(await screen.findByRole('button', { name: 'Continue copying' }));
  expect(cancellations()).toEqual([]);

  await cancel();
  expect(await screen.findByText(/^Copied so far: 120\./)).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: 'Keep copies' }));
  const others = calls.filter(({ key }) => key !== job.key).map(({ key }) => operationUrl(key));
  await waitFor(() =>
    expect(cancellations().toSorted()).toEqual([keepPartUrl(5), ...others].toSorted()),
  );
  act(() => ends.forEach(({ reject }) => reject(new ApiError(400, '400 Bad Request (cancelled)'))));
  expect(await result).toMatchObject({ done: [], failed: [], cancelled: true });
});

test('an operation that was cancelled as a job is not a failure', async () => {
  const { ends, result } = await beginCopies();
  act(() => {
    ends[0]?.reject(new ApiError(400, '400 Bad Request (cancelled)'));
    ends.slice(1).forEach(({ resolve }) => resolve());
  });
  expect(await result).toMatchObject({ failed: [], cancelled: true });
});

test('a lost connection is shown in the card', async () => {
  const { ends, calls, result } = await beginCopies();
  await card();
  act(() => calls[0]?.reportWaiting(true));
  const shown = await screen.findByRole('region', { name: 'Waiting for connection…' });
  expect(within(shown).getByText('a.iso')).toBeTruthy();
  act(() => calls[0]?.reportWaiting(false));
  await card();
  act(() => ends.forEach(({ resolve }) => resolve()));
  await result;
});
