import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Kbd } from './kbd.tsx';

function capsOf(keys: string, platform: string): (string | null)[] {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  const { container } = render(<Kbd keys={keys} />);
  return [...container.querySelectorAll('kbd')].map(({ textContent }) => textContent);
}

test.each([
  ['Ctrl+S', ['Ctrl', 'S'], ['⌘', 'S']],
  ['Delete', ['Del'], ['⌘', '⌫']],
  ['Alt+Enter', ['Alt', 'Enter'], ['⌥', '↩']],
  ['F2', ['F2'], ['F2']],
])('%s is shown as the keys of the keyboard at hand', (keys, elsewhere, onMac) => {
  expect(capsOf(keys, 'Linux x86_64')).toEqual(elsewhere);
  expect(capsOf(keys, 'MacIntel')).toEqual(onMac);
});
