import { join, relative } from 'node:path';
import type { Rolldown } from 'vite';

/** Libraries that every screen needs. */
const ALWAYS_LOADED =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|i18next|zustand|use-sync-external-store|@tanstack[\\/](?:query-core|react-query)(?!.*(?:[iI]nfiniteQuery(?:Observer|Options)?|useMutation|mutationObserver|useQueries|queriesObserver)\.)|lucide-react[\\/]dist[\\/]esm(?![\\/]icons))[\\/]/;

/** Modules that a listing loads beside its first rows: the drop zone, and what shows an error. One file, because each costs a request. */
const BESIDE_ROWS =
  /[\\/]web[\\/](?:features[\\/](?:upload-panel[\\/]drop-zone|listing[\\/]listing-error)|state[\\/]drop-highlight|ui[\\/]data-view[\\/]stale-notice)\./;
/** Modules that a listing loads for the pictures of its rows. */
const ENTRY_PICTURE =
  /[\\/](?:web[\\/](?:features[\\/]listing[\\/]pictures[\\/].*|api[\\/]pictures|lib[\\/]pictures[\\/]picture-choice)|contract[\\/](?:previews|folder-pictures))\.tsx?$/;

/** The tree of folders and its library, which load right after the first listing. One file, because each costs a request. */
const FOLDER_TREE =
  /[\\/](?:web[\\/](?:app[\\/]shell[\\/]tree[\\/].*|features[\\/]move-copy[\\/](?:tree-rows|use-tree-view|use-tree-keys))\.tsx?|@tanstack[\\/].*[\\/](?:useQueries|queriesObserver)\.js)$/;

/** Icons that the login page and the listing share, so that neither loads the other. */
const SHARED_ICONS = /[\\/]icons[\\/]eye\.mjs$/;
/** Icons of everything but the first listing, in one file for all. */
const ICONS = /[\\/]node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;

/** Modules that dialogs and viewers share with the pages to log in and to sign up, which must not load all dialogs. */
const SHARED_FORMS =
  /[\\/](?:web[\\/](?:ui[\\/](?:select|text-field|show-password|retry-button|form[\\/](?:select-field|checkbox-field|field-of|refusal|password-refusal))|api[\\/](?:as-json|invitations))\.|@tanstack[\\/].*[\\/](?:useMutation|mutationObserver)\.js)/;
/** Modules that dialogs share with the editor and with viewers. */
const SHARED_FILES =
  /[\\/]web[\\/](?:api[\\/]contents|lib[\\/](?:first-bytes|text-encoding[\\/].*)|actions[\\/]go-to-folder|features[\\/]editor[\\/]session[\\/]drafts)\./;
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
  'features/listing/use-rubber-band.ts',
  'ui/lazy-menu.tsx',
];
const DIALOGS = ['app/dialog-table.ts'];
/**
 * Lazily loaded screens that share much with the files of the parts above and of the dialogs, and the name of a file for what no other
 * screen shares with them. The rest of what is shared is in one file, so that a screen does not load all parts and all dialogs.
 */
const SHARED_WITH_SCREEN: ReadonlyMap<string, string> = new Map([
  ['features/trash/page/trash-page.tsx', 'shared-trash'],
  ['features/listing/details/details-panel.tsx', 'shared-details'],
  ['features/listing/details/item-activity.tsx', 'shared-details'],
  ['features/upload-panel/create-uploads.ts', 'shared-uploads'],
]);
const SHARED_PARTS = 'shared-parts';
/**
 * Lazy imports that need a file of their own: an address opens the preview, the login page shows the typeface, and the comparison needs
 * the libraries of the editor.
 */
const LOADED_ALONE = /[\\/](?:preview-screen\.tsx|typeface\.ts|version-comparison\.tsx)$/;

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
  const ids = idsOf(paths);
  return groupOf(name, (facts) => lazyImportsOf(ids, facts).filter(isIncluded));
}

/** Returns the groups for modules that the parts loaded ahead or the dialogs share with other lazy imports of the page. */
function sharedGroups() {
  let names: ReadonlyMap<string, string> | undefined;
  // Imported modules come into the group that imports them first.
  return [SHARED_PARTS, ...new Set(SHARED_WITH_SCREEN.values())].map((name) => ({
    name: (id: string, facts: ModuleFacts) => {
      names ??= sharedModules(facts);
      return names.get(id) === name ? name : null;
    },
    debugName: name,
  }));
}

/** Returns the ids of the modules in `sharedGroups`, with the names of their groups. */
function sharedModules(facts: ModuleFacts): ReadonlyMap<string, string> {
  const parts = lazyImportsOf(idsOf([...PARTS_AHEAD, ...DIALOGS]), facts).filter(
    (id) => !LOADED_ALONE.test(id),
  );
  const ofParts = importedBy(parts, facts);
  const page = importedBy(idsOf(['main.tsx']), facts, lazyImportsOf);
  const names = new Map<string, string>();
  for (const screen of lazyImportsOf(page, facts)) {
    if (parts.includes(screen)) continue;
    const name = SHARED_WITH_SCREEN.get(relative(import.meta.dirname, screen)) ?? SHARED_PARTS;
    for (const id of importedBy([screen], facts)) {
      if (ofParts.has(id)) names.set(id, (names.get(id) ?? name) === name ? name : SHARED_PARTS);
    }
  }
  return names;
}

function idsOf(paths: readonly string[]): readonly string[] {
  return paths.map((path) => join(import.meta.dirname, path));
}

function lazyImportsOf(ids: Iterable<string>, facts: ModuleFacts): readonly string[] {
  const found = [...ids].flatMap((id) => facts.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return [...new Set(found)];
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

/** Returns the modules with the ids `starts`, and the modules of the page that they import. `more` returns further imports. */
function importedBy(
  starts: readonly string[],
  facts: ModuleFacts,
  more?: (ids: readonly string[], facts: ModuleFacts) => readonly string[],
): ReadonlySet<string> {
  const found = new Set(starts);
  for (const id of found) {
    const imports = [
      ...(facts.getModuleInfo(id)?.importedIds ?? []),
      ...(more?.([id], facts) ?? []),
    ];
    for (const imported of imports) {
      if (!imported.includes('/node_modules/')) found.add(imported);
    }
  }
  return found;
}

/** Groups of modules that the build of the page puts into one file each, instead of one for each lazy import. The first that matches counts. */
export const CHUNK_GROUPS = [
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
  ...sharedGroups(),
  // An address may open it, so it is not in the file of all parts that are loaded ahead.
  withStaticImports('preview-screen', join(import.meta.dirname, PREVIEW_SCREEN)),
  withLazyImports('parts-ahead', PARTS_AHEAD, (id) => !LOADED_ALONE.test(id)),
  withLazyImports('dialogs', DIALOGS, (id) => !LOADED_ALONE.test(id)),
];
