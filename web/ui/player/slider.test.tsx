import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Slider } from './slider.tsx';

afterEach(cleanup);

test('arrow keys change the value, shortcuts of the browser do not', () => {
  const change = vi.fn<(value: number) => void>();
  render(
    <Slider label="Position" text="5" value={5} max={9} step={1} largeStep={3} onChange={change} />,
  );
  const slider = screen.getByRole('slider', { name: 'Position' });

  expect(fireEvent.keyDown(slider, { key: 'ArrowLeft' })).toBe(false);
  expect(change).toHaveBeenCalledExactlyOnceWith(4);

  for (const held of ['altKey', 'ctrlKey', 'metaKey']) {
    // Not prevented: the browser goes back.
    expect(fireEvent.keyDown(slider, { key: 'ArrowLeft', [held]: true })).toBe(true);
  }
  expect(change).toHaveBeenCalledOnce();
});
