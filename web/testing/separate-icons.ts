import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const INDEX = new URL('../../node_modules/lucide-react/dist/esm/lucide-react.mjs', import.meta.url);

/**
 * Imports each icon from a file of its own in the tests of the page, as the bundler does for the built page. The index of
 * lucide-react loads all 1,700 icons, which takes a quarter of a second of processor time in each test file.
 */
export function separateIcons(): Plugin {
  const files = iconFiles();
  return {
    name: 'separate-icons',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: "from 'lucide-react'" },
      handler: (code) =>
        code.replaceAll(/import \{([^}]*)\} from 'lucide-react';/g, (statement, names: string) => {
          const imports = names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '')
            .map((name) => importOf(name, files));
          // Keeps the numbers of the lines that follow.
          return imports.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
        }),
    },
  };
}

function importOf(name: string, files: ReadonlyMap<string, string>): string {
  if (name.startsWith('type '))
    return `import type { ${name.slice('type '.length)} } from 'lucide-react';`;
  const [exported = name, local = exported] = name.split(' as ');
  const file = files.get(exported);
  return file
    ? `import ${local} from ${JSON.stringify(file)};`
    : `import { ${name} } from 'lucide-react';`;
}

/** Returns the path of the file of each icon by each name that the index exports it under. */
function iconFiles(): Map<string, string> {
  const files = new Map<string, string>();
  const statements = readFileSync(INDEX, 'utf8').matchAll(
    /^export \{([^}]*)\} from '(\.\/icons\/[^']+)';$/gm,
  );
  for (const [, names = '', file = ''] of statements) {
    const path = fileURLToPath(new URL(file, INDEX));
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, path);
  }
  if (files.size === 0)
    throw new Error(`"${INDEX.pathname}" exports no icons. Adapt separateIcons().`);
  return files;
}
