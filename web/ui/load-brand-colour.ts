/**
 * Applies the configured brand colour. The code that computes its shades loads only if a colour is set. If it cannot be loaded, the page keeps
 * the default colour.
 */
export async function loadBrandColour(hex: string): Promise<void> {
  if (hex === '') return;
  const shading = await import('./brand-colour.ts').catch(() => undefined);
  shading?.applyBrandColour(hex);
}
