type Colour = readonly [red: number, green: number, blue: number];

/** Colours of tokens.css that a brand colour must contrast with. */
interface Theme {
  readonly page: Colour;
  /** Backgrounds on which the colour appears, from the page to a pressed row. */
  readonly backgrounds: readonly Colour[];
  readonly secondaryText: Colour;
  /** Maximum share of the brand colour in the background of a selected row under the pointer. */
  readonly selectedShare: number;
  /** Colour towards which shades are adjusted to contrast with the backgrounds. */
  readonly away: Colour;
}

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
/** Text colour on a light fill. */
const INK: Colour = [15, 17, 21];

const LIGHT: Theme = {
  page: WHITE,
  backgrounds: [WHITE, [247, 248, 250], [231, 236, 243]],
  secondaryText: [91, 100, 114],
  selectedShare: 0.17,
  away: BLACK,
};
const DARK: Theme = {
  page: [15, 17, 21],
  backgrounds: [
    [15, 17, 21],
    [27, 32, 43],
    [36, 44, 58],
  ],
  secondaryText: [163, 172, 186],
  selectedShare: 0.28,
  away: WHITE,
};

/** Minimum contrast for text and for meaningful shapes (WCAG 2 level AA). */
const FOR_TEXT = 4.5;
const FOR_SHAPES = 3;
/** Number of mixtures that are tried between a colour and the one it is mixed with. */
const STEPS = 40;

/** Shades of the brand colour by CSS property. */
const PROPERTIES = {
  '--brand-shape-on-light': 'shapeOnLight',
  '--brand-shape-on-dark': 'shapeOnDark',
  '--brand-tint-on-light': 'tintOnLight',
  '--brand-tint-on-dark': 'tintOnDark',
  '--brand-text-on-light': 'textOnLight',
  '--brand-text-on-dark': 'textOnDark',
  '--brand-fill-on-light': 'fillOnLight',
  '--brand-fill-on-dark': 'fillOnDark',
  '--brand-ink-on-dark': 'inkOnDark',
} as const;

/** Replaces the accent colour. An invalid colour restores the default. */
export function applyBrandColour(hex: string): void {
  const { style } = document.documentElement;
  // An empty value removes the property.
  for (const [name, value] of Object.entries(brandProperties(hex, '')))
    style.setProperty(name, value);
}

/** Returns the properties of tokens.css, each with `none` as its value if `hex` is invalid. */
export function brandProperties(hex: string, none: string): Record<`--${string}`, string> {
  const brand = brandColours(hex);
  return Object.fromEntries(
    Object.entries(PROPERTIES).map(([name, shade]) => [name, brand?.[shade] ?? none]),
  );
}

/**
 * Returns opaque shades of a colour for each use, darkened or lightened until they are legible. Undefined unless `hex`
 * has 3, 4, 6 or 8 digits, such as `#27f` or `#2979ff`. An alpha value is ignored.
 */
export function brandColours(hex: string) {
  const [, digits = ''] = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(hex.trim()) ?? [];
  if (digits === '') return undefined;
  const width = digits.length < 6 ? 1 : 2;
  const channel = (index: number) =>
    parseInt(digits.slice(index * width, (index + 1) * width).repeat(3 - width), 16);
  const given: Colour = [channel(0), channel(1), channel(2)];
  const [light, dark] = [shadesIn(LIGHT, given), shadesIn(DARK, given)];
  const onDark = fillOnDark(given);
  return {
    given: textOf(given),
    shapeOnLight: textOf(light.shape),
    shapeOnDark: textOf(dark.shape),
    tintOnLight: textOf(light.tint),
    tintOnDark: textOf(dark.tint),
    textOnLight: textOf(light.text),
    textOnDark: textOf(dark.text),
    fillOnLight: textOf(nearestShade((shade) => contrast(shade, WHITE) >= FOR_TEXT, given, BLACK)),
    fillOnDark: textOf(onDark.fill),
    inkOnDark: textOf(onDark.ink),
  };
}

/** Returns the WCAG contrast of two colours, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function shadesIn(theme: Theme, given: Colour) {
  const { page, backgrounds, secondaryText, selectedShare, away } = theme;
  const standsOut = (shade: Colour) =>
    backgrounds.every((one) => contrast(shade, one) >= FOR_SHAPES);
  const shape = nearestShade(standsOut, given, away);
  const selected = (shade: Colour) => mixed(page, shade, selectedShare);
  const tint = nearestShade(
    (shade) => contrast(secondaryText, selected(shade)) >= FOR_TEXT,
    shape,
    // The background must keep its text legible.
    page,
  );
  const isLegible = (shade: Colour) =>
    [...backgrounds, selected(tint)].every((background) => contrast(shade, background) >= FOR_TEXT);
  return { shape, tint, text: nearestShade(isLegible, given, away) };
}

/** A light colour is used unchanged with dark text. Others get white text and must contrast with the page. */
function fillOnDark(given: Colour): { fill: Colour; ink: Colour } {
  if (contrast(given, WHITE) < FOR_SHAPES) return { fill: given, ink: INK };
  const readable = nearestShade((shade) => contrast(shade, WHITE) >= FOR_TEXT, given, BLACK);
  const standsOut = (shade: Colour) => contrast(shade, DARK.page) >= FOR_SHAPES;
  return { fill: nearestShade(standsOut, readable, WHITE), ink: WHITE };
}

/** Returns the shade nearest to `given`, mixed towards another colour, that satisfies a condition. */
function nearestShade(
  satisfies: (shade: Colour) => boolean,
  given: Colour,
  towards: Colour,
): Colour {
  for (let step = 0; step < STEPS; step += 1) {
    const shade = mixed(given, towards, step / STEPS);
    if (satisfies(shade)) return shade;
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
