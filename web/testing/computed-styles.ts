/*
 * Remembers computed styles in the tests of the page. Queries by role read the styles of each element and of its ancestors, and
 * happy-dom computes them anew after each change, which took a third of the time of the tests. Tests load no style sheets,
 * so that these properties depend only on the element and its `style` attribute.
 */

const computeStyle = window.getComputedStyle.bind(window);
const known = new Map<string, string>();

/** Properties that are remembered, by their names in scripts and in style sheets. */
const NAMES = new Map([
  ['display', 'display'],
  ['visibility', 'visibility'],
  ['pointerEvents', 'pointer-events'],
  ['pointer-events', 'pointer-events'],
]);

window.getComputedStyle = (element, pseudoElement) =>
  new Proxy({} as CSSStyleDeclaration, {
    get: (_target, key) => {
      if (key === 'getPropertyValue') return (name: string) => read(element, name);
      const name = NAMES.get(String(key));
      if (name !== undefined && !pseudoElement) return read(element, name);
      const style = computeStyle(element, pseudoElement);
      const value: unknown = Reflect.get(style, key, style);
      return typeof value === 'function' ? value.bind(style) : value;
    },
  });

function read(element: Element, name: string): string {
  if (!NAMES.has(name) || hasStyleSheets() || !element.isConnected || isInherited(element, name)) {
    return computeStyle(element).getPropertyValue(name);
  }
  const { tagName } = element;
  const key = `${name} ${tagName} ${element.hasAttribute('open')} ${element.getAttribute('style')}`;
  const value = known.get(key) ?? computeStyle(element).getPropertyValue(name);
  known.set(key, value);
  return value;
}

function hasStyleSheets(): boolean {
  const { adoptedStyleSheets } = document;
  return adoptedStyleSheets.length > 0 || document.querySelector('style, link') !== null;
}

/** Reports whether an ancestor sets a property that its descendants may inherit. */
function isInherited(element: Element, name: string): boolean {
  if (name === 'display') return false;
  let ancestor = element.parentElement;
  while (ancestor) {
    if (ancestor.getAttribute('style')?.includes(name)) return true;
    ancestor = ancestor.parentElement;
  }
  return false;
}
