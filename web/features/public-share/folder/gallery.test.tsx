import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anEntry } from '../../../testing/fake-server.ts';
import { FakeShare } from './folder.test-tools.tsx';

const picture = (name: string) => anEntry(`/${name}`, { type: 'image' });
const PICTURES = ['a.jpg', 'b.jpg', 'c.jpg'].map(picture);
const list = () => screen.findByRole('list', { name: 'Files and folders' });

test('a folder of pictures is a grid below its first picture', async () => {
  new FakeShare({ EnableThumbs: true, ResizePreview: true }).folder('/', PICTURES).open();

  const entries = await list();
  expect(entries.parentElement?.dataset['view']).toBe('pictures');
  const cover = document.querySelector<HTMLImageElement>('header[data-cover] img');
  expect(cover?.getAttribute('src')).toContain('/preview/big/');
  expect(cover?.getAttribute('src')).toContain('a.jpg');
});

test('a folder of other files stays a list, and so does one without thumbnails', async () => {
  const others = ['a.txt', 'b.txt', 'c.jpg'].map((name) => anEntry(`/${name}`));
  new FakeShare({ EnableThumbs: true }).folder('/', others).open();
  expect((await list()).parentElement?.dataset['view']).toBeUndefined();
});

test('arrows to the sides move through the grid', async () => {
  const user = new FakeShare({ EnableThumbs: true }).folder('/', PICTURES).open();
  await list();
  const links = screen.getAllByRole('link', { name: /\.jpg$/ });
  links[0]?.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  await waitFor(() => expect(document.activeElement).toBe(links[2]));
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(links[1]);
});
