// Checks that each class of a style module is used by a file that imports the module.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;

/** Returns a line for each class below `web` that nothing uses. */
export function unusedStyles(web) {
  const files = new Map(
    readdirSync(web, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?:\.module\.css|\.tsx?)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(web, path).split(sep).join('/'), readFileSync(path, 'utf8')]),
  );
  return unusedStylesOf(files);
}

/** Takes texts by their paths. */
export function unusedStylesOf(files) {
  const uses = usesOf(files);
  return [...files]
    .filter(([path]) => path.endsWith('.module.css'))
    .flatMap(([path, text]) =>
      classesOf(text)
        .filter((name) => !uses.get(path)?.some((use) => use.of(name)))
        .map((name) => `${path}: .${name} is not used`),
    );
}

/** Returns by style module how its importers use it. A class that is computed, as in `styles[kind]`, may be any. */
function usesOf(files) {
  const uses = new Map();
  for (const [path, text] of files) {
    for (const [, name, from] of text.matchAll(IMPORT)) {
      const module = posix.join(posix.dirname(path), from);
      const of = (style) => new RegExp(`\\b${name}(?:\\.${style}\\b|\\[)`).test(text);
      uses.set(module, [...(uses.get(module) ?? []), { of }]);
    }
  }
  return uses;
}

/** Returns the classes of a style sheet, without those of libraries. */
function classesOf(text) {
  const selectors = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .matchAll(/[^{};]+(?=\{)/g);
  const names = [...selectors].flatMap(([selector]) =>
    [...selector.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name),
  );
  return [...new Set(names)];
}
