import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chosenPreferences } from '../../../state/preferences.ts';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../../testing/fake-server.ts';
import { renderRoute } from '../../../testing/render-route.tsx';
import { stopTimers } from '../../../testing/stop-timers.ts';

const inMosaic = aTokenUser({ viewMode: 'mosaic' });

let names = 0;
/** Every test uses another name, because a picture is requested only once per page. */
function aPicture(ending = 'jpg', facts = {}) {
  names += 1;
  return anEntry(`/photo ${names}.${ending}`, { type: 'image', ...facts });
}

/** Fake IntersectionObserver whose visibility the test controls. */
class Eyes {
  static readonly watched = new Map<Element, Eyes>();
  readonly tell: IntersectionObserverCallback;

  constructor(tell: IntersectionObserverCallback) {
    this.tell = tell;
  }

  observe(element: Element): void {
    Eyes.watched.set(element, this);
  }

  unobserve(element: Element): void {
    Eyes.watched.delete(element);
  }

  static see(element: Element, isIntersecting: boolean): void {
    const eyes = Eyes.watched.get(element);
    // The component reads only these fields.
    const change = { target: element, isIntersecting } as unknown as IntersectionObserverEntry;
    act(() => eyes?.tell([change], eyes as unknown as IntersectionObserver));
  }
}

vi.stubGlobal('IntersectionObserver', Eyes);

beforeEach(() => {
  chosenPreferences.setState({}, true);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(920);
  vi.stubGlobal('devicePixelRatio', 1);
});

function show(
  entry: ReturnType<typeof aPicture>,
  {
    thumbs = true,
    user = inMosaic,
    ...config
  }: Record<string, unknown> & { user?: typeof inMosaic } = {},
) {
  fakeServer({ EnableThumbs: thumbs === true, BaseURL: '/fb', ...config })
    .session(user)
    .folder(aFolder('/', [entry]));
  return renderRoute('/files/', { user });
}

async function imageIn(name: string): Promise<HTMLImageElement> {
  const cell = await screen.findByRole('gridcell', { name });
  return waitFor(() => {
    const image = cell.querySelector('img');
    if (image === null) throw new Error('no picture yet');
    return image;
  });
}

test('a picture is requested only after its tile was in view for a moment', async () => {
  const entry = aPicture('jpg', { path: '/a/ü.jpg', name: 'ü.jpg' });
  show(entry);
  const image = await imageIn('ü.jpg');

  const pass = stopTimers();
  await pass(60_000);
  expect(image.hasAttribute('src')).toBe(false);
  Eyes.see(image, true);
  await pass(99);
  expect(image.hasAttribute('src')).toBe(false);
  await pass(1);

  expect(image.getAttribute('src')).toMatch(/^\/fb\/api\/preview\/(?:big|thumb)/);
  expect(image.getAttribute('src')).toContain('/a/%C3%BC.jpg?inline=true&key=2026-01-02');
  expect(image.alt).toBe('');
  expect(image.dataset['shown']).toBeUndefined();
  fireEvent.load(image);
  expect(image.dataset['shown']).toBeDefined();
});

test('pictures that are scrolled past are not requested, and pending ones are cancelled', async () => {
  const entry = aPicture();
  show(entry);
  const image = await imageIn(entry.name);
  const complete = vi.spyOn(image, 'complete', 'get').mockReturnValue(false);
  const pass = stopTimers();

  Eyes.see(image, true);
  await pass(99);
  Eyes.see(image, false);
  await pass(60_000);
  expect(image.hasAttribute('src')).toBe(false);

  Eyes.see(image, true);
  await pass(100);
  expect(image.hasAttribute('src')).toBe(true);
  Eyes.see(image, false);
  expect(image.hasAttribute('src')).toBe(false);

  Eyes.see(image, true);
  await pass(100);
  expect(image.hasAttribute('src')).toBe(true);
  complete.mockReturnValue(true);
  Eyes.see(image, false);
  expect(image.hasAttribute('src')).toBe(true);
});

test('rows of the list have small pictures, too', async () => {
  const film = aPicture('mp4', { type: 'video' });
  show(film, { user: aTokenUser() });
  const row = await screen.findByRole('row', { name: new RegExp(film.name) });
  const image = await waitFor(() => {
    const found = row.querySelector('img');
    if (found === null) throw new Error('no picture yet');
    return found;
  });
  Eyes.see(image, true);
  await waitFor(() => expect(image.getAttribute('src')).toContain('/api/preview/thumb/'));
  fireEvent.load(image);
  expect(row.querySelectorAll('svg[data-kind="video"]')).toHaveLength(2);
});

test('a file without a picture keeps its icon and is requested at most once more', async () => {
  const entry = aPicture();
  const { go } = show(entry);
  for (let visit = 0; visit < 2; visit += 1) {
    const image = await imageIn(entry.name);
    Eyes.see(image, true);
    await waitFor(() => expect(image.hasAttribute('src')).toBe(true));
    fireEvent.error(image);
    await waitFor(() => expect(image.isConnected).toBe(false));
    await act(() => go('/settings'));
    await act(() => go('/files/'));
  }

  const cell = await screen.findByRole('gridcell', { name: entry.name });
  await stopTimers()(60_000);
  expect(cell.querySelector('img')).toBeNull();
  expect(cell.querySelector('svg[data-kind="image"]')).not.toBeNull();
});

test('a video and a symlink keep their badge beside the picture', async () => {
  const film = aPicture('mp4', { type: 'video' });
  show(film);
  const image = await imageIn(film.name);
  fireEvent.load(image);

  const cell = await screen.findByRole('gridcell', { name: film.name });
  expect(cell.querySelectorAll('svg[data-kind="video"]')).toHaveLength(2);
});

const noDownload = aTokenUser({ ...inMosaic, perm: { ...inMosaic.perm, download: false } });

test.each([
  ['where the operator has none', 'jpg', {}, { thumbs: false }],
  ['for whom may not download', 'jpg', {}, { user: noDownload }],
  ['of files that are no pictures', 'zip', { type: 'blob' }, {}],
])('there are no pictures %s', async (_, ending, facts, options) => {
  const entry = aPicture(ending, facts);
  show(entry, options);

  const cell = await screen.findByRole('gridcell', { name: entry.name });
  await stopTimers()(60_000);

  expect(cell.querySelector('img')).toBeNull();
});

test.each([
  ['a larger one', 'jpg', { type: 'image' }, true, 'big'],
  ['a small one where nothing is made smaller', 'jpg', { type: 'image' }, false, 'thumb'],
  ['a small one of a film', 'mp4', { type: 'video' }, true, 'thumb'],
])(
  'for a large tile on a fine screen, %s is asked for',
  async (_, ending, facts, resized, size) => {
    vi.stubGlobal('devicePixelRatio', 2);
    const entry = aPicture(ending, facts);
    show(entry, { ResizePreview: resized });
    const image = await imageIn(entry.name);

    Eyes.see(image, true);

    await waitFor(() => expect(image.getAttribute('src')).toContain(`/api/preview/${size}/`));
  },
);

test('a picture that failed while offline is requested again when the connection is back', async () => {
  const entry = aPicture();
  show(entry);
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const image = await imageIn(entry.name);
  Eyes.see(image, true);
  await waitFor(() => expect(image.hasAttribute('src')).toBe(true));
  fireEvent.error(image);
  await waitFor(() => expect(image.isConnected).toBe(false));

  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));

  const again = await imageIn(entry.name);
  Eyes.see(again, true);
  await waitFor(() => expect(again.hasAttribute('src')).toBe(true));
});
