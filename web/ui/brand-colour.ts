type Colour = readonly [red: number, green: number, blue: number];

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
/** The least favourable grounds that accent-coloured text stands on, per theme (tokens.css). */
const LIGHT_GROUND: Colour = [231, 236, 243];
const DARK_GROUND: Colour = [36, 44, 58];
/** WCAG AA for text. */
const ENOUGH = 4.5;
const STEPS = 20;

/** Replaces the accent by the operator's colour, darkened or lightened until text on or in it can be read. */
export function applyBrandColour(hex: string): void {
  const brand = brandColours(hex);
  if (!brand) return;
  const { style } = document.documentElement;
  style.setProperty('--brand', brand.shape);
  style.setProperty('--brand-fill', brand.fill);
  style.setProperty('--brand-text-on-light', brand.textOnLight);
  style.setProperty('--brand-text-on-dark', brand.textOnDark);
}

/** The shades of one colour for its uses; undefined when `hex` is not written like `#2979ff`. */
export function brandColours(hex: string) {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  if (!digits) return undefined;
  const [, red = '', green = '', blue = ''] = digits;
  const given: Colour = [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)];
  return {
    shape: textOf(given),
    fill: textOf(readable(given, WHITE, BLACK)),
    textOnLight: textOf(readable(given, LIGHT_GROUND, BLACK)),
    textOnDark: textOf(readable(given, DARK_GROUND, WHITE)),
  };
}

/** The contrast of two colours by WCAG, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function readable(given: Colour, against: Colour, towards: Colour): Colour {
  for (let step = 0; step < STEPS; step += 1) {
    const shade = mixed(given, towards, step / STEPS);
    if (contrast(shade, against) >= ENOUGH) return shade;
  }
  return towards;
}

function mixed(colour: Colour, other: Colour, share: number): Colour {
  const mix = (a: number, b: number) => Math.round(a + (b - a) * share);
  return [mix(colour[0], other[0]), mix(colour[1], other[1]), mix(colour[2], other[2])];
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function textOf([red, green, blue]: Colour): string {
  return `rgb(${red} ${green} ${blue})`;
}
