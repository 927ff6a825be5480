import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type BuildOptions, type Plugin, type UserConfig } from 'vite';
import * as breakpoints from './lib/breakpoints.ts';
import { CHUNK_GROUPS } from './vite-chunks.config.ts';

/** Chunks that an address may open directly. All others are preloaded before use. */
const BEGINNINGS = /assets[\\/](?:editor-screen|listing|login|preview-screen)-[^.]+\.js$/;

/*
 * The built pages work under any base path, chosen when they are served. The server replaces in index.html and share.html:
 *
 *   <!--FB_HEAD-->       what must run before any module: a script (with the page's nonce) that sets
 *                        window.FileBrowser (contract/page-config.ts) and window.__prependStaticUrl(url)
 *   __FB_TITLE__         the product name, or what is shared, escaped
 *   __FB_THEME_COLOR__   the accent colour, escaped; __FB_DARK_COLOR__ what stands for it where all is dark
 *   __FB_LOCALE__        the language of the page, as a BCP 47 tag
 *   /__FB_STATIC__/      the static URL with a slash at the end, at every asset in the HTML
 *
 * Scripts find lazy chunks through window.__prependStaticUrl; style sheets find theirs relatively.
 */
export const BOTH_PAGES = {
  root: import.meta.dirname,
  base: '/__FB_STATIC__/',
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  experimental: {
    renderBuiltUrl(filename, { hostType }) {
      if (hostType === 'js') {
        return { runtime: `window.__prependStaticUrl(${JSON.stringify(filename)})` };
      }
      return hostType === 'css' ? { relative: true } : undefined;
    },
  },
} satisfies UserConfig;

export const BOTH_BUILDS = {
  outDir: '../dist/web',
  // The content security policy does not allow data: URLs.
  assetsInlineLimit: 0,
  // Browsers with popover, :dir() and color-mix().
  target: ['chrome120', 'firefox128', 'safari17.4'],
} satisfies BuildOptions;

/** Schemas of the contract, which only the server uses. The page uses their types and the URL functions. */
export const SCHEMAS = [
  'z',
  'DecidingRule',
  'DiskSpace',
  'Entry',
  'FileInfo',
  'Folder',
  'GlobalSettings',
  'HistoryEntry',
  'HistoryKind',
  'JobFailure',
  'Operation',
  'OperationOutcome',
  'PhotoFacts',
  'PictureSize',
  'Refusal',
  'RestoreConflict',
  'TrashSelection',
  'UndoRefusal',
  'User',
];

/** Fails the build if a page contains a schema: it would be large, and its library is blocked by the content security policy. */
export function withoutSchemas(): Plugin {
  return {
    name: 'without-schemas',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const hasSchemas = Object.entries(chunk.modules).some(
          ([id, { renderedLength }]) => id.includes('/node_modules/zod/') && renderedLength > 0,
        );
        if (hasSchemas)
          this.error(
            `${chunk.fileName} contains schemas of the contract; add their names to SCHEMAS`,
          );
      }
    },
  };
}

/**
 * The production build of the router, without its warnings for developers. Its package offers the development build to
 * every bundler.
 */
const ROUTER = ['react-router', 'react-router/dom'].map((name) => {
  const file = name === 'react-router' ? 'index.mjs' : 'dom-export.mjs';
  const replacement = join(
    import.meta.dirname,
    '../node_modules/react-router/dist/production',
    file,
  );
  return { find: new RegExp(`^${name}$`), replacement };
});

export default defineConfig(({ command }) => ({
  ...BOTH_PAGES,
  ...(command === 'build' && { resolve: { ...BOTH_PAGES.resolve, alias: ROUTER } }),
  plugins: [react(), languageParts(), customMedia(), layersInOrder(), withoutSchemas()],
  build: {
    ...BOTH_BUILDS,
    emptyOutDir: true,
    assetsDir: 'assets',
    manifest: true,
    modulePreload: {
      polyfill: false,
      // Preload lists are worth their size only for the initial chunks.
      resolveDependencies: (part, needed) =>
        BEGINNINGS.test(part) ? needed : needed.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      treeshake: { manualPureFunctions: SCHEMAS },
      output: {
        codeSplitting: {
          groups: CHUNK_GROUPS,
        },
      },
    },
  },
}));

/** Replaces the custom media queries in style sheets, such as `(--narrow)`, by those of `lib/breakpoints.ts`. */
export function customMedia(): Plugin {
  const queries = new Map(
    Object.entries(breakpoints).map(([name, query]) => [
      `--${name.toLowerCase().replaceAll('_', '-')}`,
      query,
    ]),
  );
  return {
    name: 'custom-media',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) =>
        code.replaceAll(/@media [^{]*/g, (rule) =>
          rule.replaceAll(/\((--[\w-]+)\)/g, (_, name: string) => {
            const query = queries.get(name);
            if (query === undefined) throw new Error(`no breakpoint is named ${name}`);
            return query;
          }),
        ),
    },
  };
}

/**
 * Adds the order of the cascade layers to every style sheet, because they load in any order and the minifier removes
 * the statement from `ui/tokens.css`.
 */
export function layersInOrder(): Plugin {
  const order = '@layer reset,tokens,base,ui,features,app;';
  return {
    name: 'layers-in-order',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = `${order}${String(file.source)}`;
      }
    },
  };
}

/** Sections of a language file by the part of the page that uses them; all others belong to `files`. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  first: ['common', 'keys', 'session', 'shell', 'errors', 'listing', 'actions', 'uploading'],
  settings: [
    'audit',
    'commands',
    'global',
    'permissions',
    'preferences',
    'profile',
    'rules',
    'settings',
    'users',
  ],
  link: ['common', 'keys', 'folder', 'public', 'trouble', 'viewer', 'player', 'pdf'],
};

/** Sections of the share page that the file screens use, too. */
const ALSO_FILES: readonly string[] = ['player', 'pdf'];

/** Splits `de.json?part=first` out of `de.json`: translators edit one file, and the page loads only what it needs. */
export function languageParts(): Plugin {
  return {
    name: 'language-parts',
    enforce: 'pre',
    load(id) {
      const [, file, part] = /^(.+\.json)\?part=([a-z]+)$/.exec(id) ?? [];
      if (file === undefined || part === undefined) return undefined;
      const words = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object);
      const cut = Object.fromEntries(words.filter(([section]) => isOf(part, section)));
      return { code: `export default ${JSON.stringify(cut)};`, moduleType: 'js' };
    },
  };
}

function isOf(part: string, section: string): boolean {
  const sections = SECTIONS[part];
  if (sections) return sections.includes(section);
  if (ALSO_FILES.includes(section)) return true;
  return !Object.values(SECTIONS).some((others) => others.includes(section));
}
