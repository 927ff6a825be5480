import { expect, test } from 'vitest';
import { applyBrandColour, brandColours, contrast } from './brand-colour.ts';

const channels = (text = '') => {
  const [red = 0, green = 0, blue = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return [red, green, blue] as const;
};

test.each(['#2979ff', '#ffee00', '#000000', '#ffffff', '#e91e63'])(
  'text can be read on and in the colour %s, in both themes',
  (hex) => {
    const colours = brandColours(hex);

    expect(contrast(channels(colours?.fill), [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(channels(colours?.textOnLight), [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(channels(colours?.textOnDark), [15, 17, 21])).toBeGreaterThanOrEqual(4.5);
  },
);

test('text that is no colour leaves the accent as it is', () => {
  expect(brandColours('red; background: url(x)')).toBeUndefined();
  applyBrandColour('');
  expect(document.documentElement.style.getPropertyValue('--brand')).toBe('');
});

test('the operator’s colour replaces the accent', () => {
  applyBrandColour('#e91e63');
  expect(document.documentElement.style.getPropertyValue('--brand')).toBe('rgb(233 30 99)');
});
