interface Landscape {
  readonly width: number;
  readonly height: number;
  /** The same number gives the same picture. */
  readonly seed: number;
}

/** Hues of the upper sky, the horizon and the ridges. */
const MOODS = [
  [215, 200, 205],
  [250, 20, 255],
  [205, 45, 165],
  [200, 190, 145],
  [265, 350, 285],
  [220, 35, 20],
  [195, 60, 190],
  [210, 215, 215],
  [225, 12, 235],
] as const;

const RIDGES = 5;
const POINTS = 14;

/** Returns an SVG drawing of mountains under a sky. */
export function landscape({ width, height, seed }: Landscape): string {
  const [top, horizon, ground] = MOODS[seed % MOODS.length] ?? MOODS[0];
  const random = randomFrom(seed);
  const sun = `<circle cx="${width * (0.2 + random() * 0.6)}" cy="${height * 0.34}" r="${height * 0.07}" fill="hsl(45 100% 88%)"/>`;
  const ridges = Array.from({ length: RIDGES }, (_, index) => {
    const depth = index / (RIDGES - 1);
    const light = 72 - depth * 56;
    return `<path d="${ridge(width, height, depth, random)}" fill="hsl(${ground} ${18 + depth * 22}% ${light}%)"/>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${top} 62% 56%)"/>` +
    `<stop offset="0.7" stop-color="hsl(${horizon} 78% 84%)"/></linearGradient>` +
    `<rect width="100%" height="100%" fill="url(#sky)"/>${sun}${ridges.join('')}</svg>`
  );
}

/** Returns a line of peaks; nearer ones are lower and rougher. */
function ridge(width: number, height: number, depth: number, random: () => number): string {
  const base = height * (0.42 + depth * 0.42);
  const rough = height * (0.2 - depth * 0.1);
  const peaks = Array.from({ length: POINTS + 1 }, (_, index) => {
    const y = base - (index % 2 === 0 ? random() : random() * 0.4) * rough;
    return `L${((width * index) / POINTS).toFixed(0)} ${y.toFixed(0)}`;
  });
  return `M0 ${height} ${peaks.join(' ')} L${width} ${height}Z`;
}

/** Returns a fixed pseudo-random sequence for a seed. */
function randomFrom(seed: number): () => number {
  let state = seed * 7_919 + 17;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
