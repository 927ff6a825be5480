// Finds sentences of the language files that the page no longer uses, and calls that pass too little to a sentence.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PLURAL_FORM = /_(?:zero|one|two|few|many|other)$/;

/** Returns the keys that no source contains, neither whole (`common.ok`) nor as a template (`permissions.${name}Hint`). */
export function unusedKeys(keys, sources) {
  const named = new Set();
  const patterns = new Set();
  for (const source of sources) {
    for (const [, text] of source.matchAll(/['"]([\w-]+(?:\.[\w -]+)+)['"]/g)) named.add(text);
    for (const [, text] of source.matchAll(/\bt\([^()]*?`([\w-]+\.[^`\n]*\$\{[^`\n]*)`/g))
      patterns.add(text);
  }
  const built = [...patterns].map(patternOf);
  const isUsed = (key) => named.has(key) || built.some((pattern) => pattern.test(key));
  return keys.filter((key) => !isUsed(key) && !isUsed(key.replace(PLURAL_FORM, '')));
}

/** Returns the pattern of a template. An inserted value is one level of a key. */
function patternOf(template) {
  const parts = template.split(/\$\{[^}]*\}/).map(escaped);
  return new RegExp(`^${parts.join('[\\w -]+')}$`);
}

function escaped(text) {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/**
 * Returns the placeholders that a call of `t()` does not pass, which the page would show as they are. Calls with a built key or with
 * spread or nested values are not checked.
 */
export function missingValues(sentences, sources) {
  const calls = sources.flatMap((source) => [
    ...source.matchAll(/\bt\(\s*'([\w.-]+)'\s*(?:,\s*\{([^{}]*)\}\s*)?,?\s*\)/g),
  ]);
  return calls.flatMap(([, key, written = '']) => {
    const values = written.replaceAll(/\/\/.*/g, '');
    const sentence = sentences.get(key) ?? sentences.get(`${key}_other`) ?? '';
    if (values.includes('...')) return [];
    const passed = new Set([...values.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name]) => name));
    return [...sentence.matchAll(/\{\{(\w+)\}\}/g)]
      .filter(([, name]) => !passed.has(name))
      .map(([placeholder]) => `${key}: a call does not pass ${placeholder}`);
  });
}

/** Returns the sources of the page without its tests. */
export function pageSources(root) {
  return readdirSync(join(root, 'web'), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /(?<!\.test)\.tsx?$/.test(file.name))
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'));
}
