import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type BuildOptions, type Plugin, type Rolldown, type UserConfig } from 'vite';
import * as breakpoints from './lib/breakpoints.ts';

/** Libraries that every screen needs. */
const ALWAYS_LOADED =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|i18next|zustand|use-sync-external-store|@tanstack[\\/](?:query-core|react-query)(?!.*(?:[iI]nfiniteQuery(?:Observer|Options)?|useMutation|mutationObserver|useQueries|queriesObserver)\.)|lucide-react[\\/]dist[\\/]esm(?![\\/]icons))[\\/]/;

/** Chunks that an address may open directly. All others are preloaded before use. */
const BEGINNINGS = /assets[\\/](?:editor-screen|listing|login|preview-screen)-[^.]+\.js$/;

/** Modules that a listing loads beside its first rows: the drop zone, and what shows an error. One file, because each costs a request. */
const BESIDE_ROWS =
  /[\\/]web[\\/](?:features[\\/](?:upload-panel[\\/]drop-zone|listing[\\/]listing-error)|state[\\/]drop-highlight|ui[\\/]data-view[\\/]stale-notice)\./;
/** Modules that a listing loads for the pictures of its rows. */
const ENTRY_PICTURE =
  /[\\/](?:web[\\/](?:features[\\/]listing[\\/]pictures[\\/].*|api[\\/]pictures)|contract[\\/](?:previews|folder-pictures))\.tsx?$/;

/** The tree of folders and its library, which load right after the first listing. One file, because each costs a request. */
const FOLDER_TREE =
  /[\\/](?:web[\\/](?:app[\\/]shell[\\/]tree[\\/].*|features[\\/]move-copy[\\/](?:tree-rows|use-tree-view|use-tree-keys))\.tsx?|@tanstack[\\/].*[\\/](?:useQueries|queriesObserver)\.js)$/;

/** Icons that the login page and the listing share, so that neither loads the other. */
const SHARED_ICONS = /[\\/]icons[\\/]eye\.mjs$/;
/** Icons of everything but the first listing, in one file for all. */
const ICONS = /[\\/]node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;

/** Modules that dialogs share with the pages to log in and to sign up, which must not load all dialogs. */
const SHARED_FORMS =
  /[\\/](?:web[\\/](?:ui[\\/](?:select|text-field|show-password|form[\\/](?:select-field|checkbox-field|field-of|refusal|password-refusal))|api[\\/](?:as-json|invitations))\.|@tanstack[\\/].*[\\/](?:useMutation|mutationObserver)\.js)/;
/** Modules that dialogs share with the editor and with viewers. */
const SHARED_FILES =
  /[\\/]web[\\/](?:api[\\/]contents|lib[\\/]first-bytes|actions[\\/]go-to-folder|features[\\/]editor[\\/]session[\\/]drafts)\./;
/** Tables of the settings, in one file. The initial chunks name every lazily loaded file. */
const DATA_TABLE =
  /[\\/]web[\\/]ui[\\/]data-view[\\/](?:data-table|table-head|show-more|list-head|list-skeleton)\./;

/** Libraries of the code editor and its languages. */
const CODE_EDITOR =
  /[\\/]node_modules[\\/](?:@codemirror[\\/](?:state|view|language|streamparser)|@lezer[\\/](?:common|highlight)|@marijn|crelt|style-mod|w3c-keyname)[\\/]/;

const PREVIEW_SCREEN = 'features/preview/preview-screen.tsx';

/**
 * Modules whose lazy imports the shell loads right after the first screen: menus, the bar of the selection, the panels. One file for all,
 * because each would cost a request.
 */
const PARTS_AHEAD = [
  'app/shell/load-parts-ahead.ts',
  'app/shell/account-button.tsx',
  'app/shell/lazy-activity.tsx',
  'app/shell/lazy-search.tsx',
  'app/shell/lazy-upload-panel.tsx',
  'features/listing/lazy-selection-bar.tsx',
  'features/listing/lazy-tile-row.tsx',
  'features/listing/use-rubber-band.ts',
  'ui/lazy-menu.tsx',
];
/**
 * Lazy imports that need a file of their own: an address opens the preview, the login page shows the typeface, and the comparison needs
 * the libraries of the editor.
 */
const LOADED_ALONE = /[\\/](?:preview-screen\.tsx|typeface\.ts|version-comparison\.tsx)$/;

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
  plugins: [react(), languageParts(), customMedia(), layersInOrder()],
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
          groups: [
            // Changes rarely, so that browsers keep it cached across releases.
            { name: 'libraries', test: ALWAYS_LOADED },
            {
              ...staticImports('start', join(import.meta.dirname, 'main.tsx'), SHARED_ICONS),
              priority: 1,
            },
            // The route is loaded by a script, so it does not need a file of its own.
            withStaticImports('listing', join(import.meta.dirname, 'routes/files/files-route.tsx')),
            // Both are needed right after the listing, and others share parts of them.
            { name: 'beside-rows', test: BESIDE_ROWS },
            { name: 'entry-picture', test: ENTRY_PICTURE },
            { name: 'folder-tree', test: FOLDER_TREE },
            { name: 'icons', test: ICONS },
            { name: 'shared-forms', test: SHARED_FORMS },
            { name: 'shared-files', test: SHARED_FILES },
            { name: 'data-table', test: DATA_TABLE },
            { name: 'code-editor', test: CODE_EDITOR },
            // An address may open it, so it is not in the file of all parts that are loaded ahead.
            withStaticImports('preview-screen', join(import.meta.dirname, PREVIEW_SCREEN)),
            withLazyImports('parts-ahead', PARTS_AHEAD, (id) => !LOADED_ALONE.test(id)),
            withLazyImports('dialogs', ['app/dialog-table.ts'], (id) => !LOADED_ALONE.test(id)),
          ],
        },
      },
    },
  },
}));

/** Facts of the bundler about modules. */
type ModuleFacts = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/**
 * Returns a group for one chunk that has every module of the page which the module at `start` imports statically, directly or through
 * others. They are needed together, so the page starts with few requests. Libraries are left to other groups, because the index of a library
 * imports more than the page uses of it. Modules whose id matches `extra` are added.
 */
export function staticImports(name: string, start: string, extra?: RegExp) {
  const group = groupOf(
    name,
    () => [start],
    // The bundler makes a chunk of its own for the start.
    (id) => id !== start,
  );
  const nameOf = (id: string, facts: ModuleFacts) =>
    extra?.test(id) === true ? name : group.name(id, facts);
  return { ...group, name: nameOf };
}

/** Returns a group that has the module at `start`, too. */
function withStaticImports(name: string, start: string) {
  return groupOf(
    name,
    () => [start],
    () => true,
  );
}

/**
 * Returns a group for the modules that those at `paths` (relative to this folder) import lazily, with their static imports. Lazy
 * imports that `isIncluded` refuses are left out.
 */
function withLazyImports(
  name: string,
  paths: readonly string[],
  isIncluded: (id: string) => boolean = () => true,
) {
  const ids = paths.map((path) => join(import.meta.dirname, path));
  const lazyImports = (facts: ModuleFacts) =>
    ids.flatMap((id) => facts.getModuleInfo(id)?.dynamicallyImportedIds ?? []).filter(isIncluded);
  return groupOf(name, lazyImports);
}

function groupOf(
  name: string,
  starts: (facts: ModuleFacts) => readonly string[],
  isMember: (id: string) => boolean = () => true,
) {
  let members: ReadonlySet<string> | undefined;
  return {
    name: (id: string, facts: ModuleFacts) => {
      members ??= importedBy(starts(facts), facts);
      return members.has(id) && isMember(id) ? name : null;
    },
    debugName: name,
  };
}

/** Returns the modules with the ids `starts`, and the modules of the page that they import. */
function importedBy(starts: readonly string[], facts: ModuleFacts): ReadonlySet<string> {
  const found = new Set(starts);
  for (const id of found) {
    for (const imported of facts.getModuleInfo(id)?.importedIds ?? []) {
      if (!imported.includes('/node_modules/')) found.add(imported);
    }
  }
  return found;
}

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
