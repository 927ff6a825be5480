import { expect, test } from 'vitest';
import { applyBrandColour, brandColours, contrast } from './brand-colour.ts';

type Colour = readonly [number, number, number];

const channels = (text: string): Colour => {
  const [red = 0, green = 0, blue = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return [red, green, blue];
};
const mixed = (ground: Colour, colour: Colour, share: number): Colour => {
  const mix = (channel: 0 | 1 | 2) => ground[channel] + (colour[channel] - ground[channel]) * share;
  return [mix(0), mix(1), mix(2)];
};

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
// Colours of tokens.css: page, pressed row, secondary text, and the strength of the selected row.
const LIGHT = {
  page: WHITE,
  pressed: [231, 236, 243],
  secondary: [91, 100, 114],
  share: 0.17,
} as const;
const DARK = {
  page: [15, 17, 21],
  pressed: [36, 44, 58],
  secondary: [163, 172, 186],
  share: 0.28,
} as const;

/** Black, white, greys and hues: every sixth step of each channel. */
const STEPS = ['00', '33', '66', '99', 'cc', 'ff'];
const SWEEP = STEPS.flatMap((red) =>
  STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)),
);
const ALSO = ['#2979ff', '#ffff00', '#ffee00', '#777777', '#e91e63', '#010101', '#fefefe'];

test.each([...SWEEP, ...ALSO])(
  'the colour %s can be read and made out in each of its uses',
  (hex) => {
    const brand = brandColours(hex);
    if (!brand) throw new Error('this is a colour');
    for (const { theme, shape, tint, text } of [
      { theme: LIGHT, shape: brand.shapeOnLight, tint: brand.tintOnLight, text: brand.textOnLight },
      { theme: DARK, shape: brand.shapeOnDark, tint: brand.tintOnDark, text: brand.textOnDark },
    ]) {
      const selected = mixed(theme.page, channels(tint), theme.share);
      for (const ground of [theme.page, theme.pressed]) {
        // Icons, tab indicators and progress bars; then links and the focus ring.
        expect(contrast(channels(shape), ground)).toBeGreaterThanOrEqual(3);
        expect(contrast(channels(text), ground)).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast(theme.secondary, selected)).toBeGreaterThanOrEqual(4.45);
      expect(contrast(channels(text), selected)).toBeGreaterThanOrEqual(4.45);
      expect(selected).not.toEqual(theme.page);
    }

    const hovered = (fill: string) => mixed(channels(fill), BLACK, 0.12);
    for (const fill of [channels(brand.fillOnLight), hovered(brand.fillOnLight)]) {
      expect(contrast(WHITE, fill)).toBeGreaterThanOrEqual(4.5);
    }
    for (const fill of [channels(brand.fillOnDark), hovered(brand.fillOnDark)]) {
      expect(contrast(channels(brand.inkOnDark), fill)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(channels(brand.fillOnDark), DARK.page)).toBeGreaterThanOrEqual(3);
  },
);

test('a light colour is used for buttons with dark text', () => {
  expect(brandColours('#ffee00')).toMatchObject({
    fillOnDark: 'rgb(255 238 0)',
    inkOnDark: 'rgb(15 17 21)',
  });
  expect(brandColours('#2979ff')?.inkOnDark).toBe('rgb(255 255 255)');
});

test('an invalid colour keeps the accent', () => {
  expect(brandColours('red; background: url(x)')).toBeUndefined();
  applyBrandColour('');
  expect(document.documentElement.style.getPropertyValue('--brand-shape-on-light')).toBe('');
});

test('the configured colour replaces the accent until it is removed', () => {
  const brand = () => document.documentElement.style.getPropertyValue('--brand-shape-on-light');
  applyBrandColour('#e91e63');
  expect(brand()).toBe('rgb(233 30 99)');
  applyBrandColour('');
  expect(brand()).toBe('');
});

test('short and translucent colours are accepted', () => {
  const whole = brandColours('#aabbcc');
  expect(whole?.given).toBe('rgb(170 187 204)');
  expect([brandColours('#abc'), brandColours('#ABC8'), brandColours('#aabbcc80')]).toEqual([
    whole,
    whole,
    whole,
  ]);
  expect(brandColours('#abcde')).toBeUndefined();
});
