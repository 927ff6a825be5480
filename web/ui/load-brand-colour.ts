/**
 * Applies the configured brand colour. The code that computes its shades loads only if a colour is set; without it,
 * the page keeps its default.
 */
export async function loadBrandColour(hex: string): Promise<void> {
  if (hex === '') return;
  const shading = await import('./brand-colour.ts').catch(() => undefined);
  shading?.applyBrandColour(hex);
}
