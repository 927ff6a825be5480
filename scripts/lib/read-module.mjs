import { parseSync } from 'vite';
import { walk } from './walk-nodes.mjs';

/**
 * Returns the imports of a source file (static, re-exported, types, and dynamic with a literal specifier) and the line on which
 * it reads the environment, or undefined. `fault` says why a file could not be parsed.
 */
export function readModule(file, text) {
  const { module, program, errors } = parseSync(file, text, { sourceType: 'module' });
  const fault = errors.find(({ severity }) => severity === 'Error')?.message;
  const lineOf = (offset) => text.slice(0, offset).split('\n').length;

  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest)),
  ].filter((request) => request !== null && request !== undefined);
  const specifiers = named.map(({ value, start }) => ({ specifier: value, line: lineOf(start) }));

  let environmentAt;
  walk(program, (node) => {
    const dynamic = dynamicSpecifier(node);
    if (dynamic !== undefined) specifiers.push({ specifier: dynamic, line: lineOf(node.start) });
    if (isEnvironment(node)) environmentAt ??= lineOf(node.start);
  });
  return { specifiers: withoutRepeats(specifiers), readsEnvironment: environmentAt, fault };
}

/** Returns the specifier of `import('./x.ts')` or of the type `import('./x.ts').X`. */
function dynamicSpecifier(node) {
  if (node.type !== 'ImportExpression' && node.type !== 'TSImportType') return undefined;
  const source = node.source ?? node.argument;
  const literal = source?.type === 'TSLiteralType' ? source.literal : source;
  return typeof literal?.value === 'string' ? literal.value : undefined;
}

/** Detects `process.env`, `process['env']`, `const { env } = process` and `import { env } from 'node:process'`. */
function isEnvironment(node) {
  switch (node.type) {
    case 'MemberExpression':
      return isProcess(node.object) && (node.property.name ?? node.property.value) === 'env';
    case 'VariableDeclarator':
      return (
        isProcess(node.init) &&
        node.id.type === 'ObjectPattern' &&
        node.id.properties.some(({ key }) => key?.name === 'env')
      );
    case 'ImportDeclaration':
      return (
        /^(?:node:)?process$/.test(node.source.value) &&
        node.specifiers.some(({ imported }) => imported?.name === 'env')
      );
    default:
      return false;
  }
}

function isProcess(node) {
  if (node?.type === 'Identifier') return node.name === 'process';
  return (
    node?.type === 'MemberExpression' &&
    node.object.name === 'globalThis' &&
    node.property.name === 'process'
  );
}

function withoutRepeats(specifiers) {
  const seen = new Set();
  return specifiers.filter(({ specifier, line }) => {
    const key = `${line} ${specifier}`;
    return !seen.has(key) && seen.add(key);
  });
}
