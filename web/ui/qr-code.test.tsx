import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

const drawn = (text: string) => {
  const { unmount } = render(<QrCode text={text} label="Code of the link" size={200} />);
  const code = screen.getByRole('img', { name: 'Code of the link' });
  const drawing = {
    side: Number(code.getAttribute('viewBox')?.split(' ')[2]),
    ground: code.querySelector('rect')?.getAttribute('fill'),
    path: code.querySelector('path')?.getAttribute('d') ?? '',
  };
  unmount();
  return drawing;
};

/** Returns the position and length of the first run of dark squares. */
const firstRun = (path: string) => /^M(\d+) (\d+)h(\d+)v1h-\d+z/.exec(path)?.slice(1).map(Number);

test('the code has finder patterns and a margin', () => {
  const { side, ground, path } = drawn('https://files.example.com/share/AbCdEfGhIjKlMnOpQrStUv');

  expect(ground).toBe('#ffffff');
  expect(firstRun(path)).toEqual([4, 4, 7]);
  const ends = [...path.matchAll(/M(\d+) \d+h(\d+)/g)].map(
    ([, x, length]) => Number(x) + Number(length),
  );
  expect(Math.max(...ends)).toBe(side - 4);
});

test('the error correction level is M', () => {
  // Codes of 21 and 25 squares hold 14 and 26 letters at level M, more at L, fewer at Q.
  const sides = [14, 15, 26, 27].map((length) => drawn('x'.repeat(length)).side - 8);

  expect(sides).toEqual([21, 25, 25, 29]);
});

test('a longer text needs more squares', () => {
  const short = drawn('https://a.example/share/x');
  const long = drawn(`https://a.example/files/share/${'x'.repeat(100)}`);

  expect(long.side).toBeGreaterThan(short.side);
});
