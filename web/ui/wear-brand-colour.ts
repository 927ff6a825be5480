/**
 * Resolves when the page wears the operator's colour. Most have none, and their pages do without what shades it; where it
 * cannot be had, the page keeps its own.
 */
export async function wearBrandColour(hex: string): Promise<void> {
  if (hex === '') return;
  const shading = await import('./brand-colour.ts').catch(() => undefined);
  shading?.applyBrandColour(hex);
}
