import type { Rolldown } from 'vite';

/** What the bundler knows about a module. */
type ModuleFacts = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/**
 * Returns a group for one chunk that has every module of the page which the module at `start` imports statically, directly or through
 * others. They are needed together, so the page starts with few requests. Libraries are left to other groups, because the index of a library
 * imports more than the page uses of it.
 */
export function staticImports(name: string, start: string) {
  let members: ReadonlySet<string> | undefined;
  return {
    name: (id: string, facts: ModuleFacts) => {
      members ??= importedBy(start, facts);
      return members.has(id) ? name : null;
    },
    debugName: name,
  };
}

function importedBy(start: string, facts: ModuleFacts): ReadonlySet<string> {
  const found = new Set([start]);
  for (const id of found) {
    for (const imported of facts.getModuleInfo(id)?.importedIds ?? []) {
      if (!imported.includes('/node_modules/')) found.add(imported);
    }
  }
  // The bundler makes a chunk of its own for the start.
  found.delete(start);
  return found;
}
