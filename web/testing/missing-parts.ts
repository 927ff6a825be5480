/** Names of exports whose code cannot be loaded, as while the connection is lost. */
export const missing = new Set<string>();

/** Mocks a module for `vi.mock`: an export throws as long as its name is in `missing`. */
export async function mayBeMissing(original: () => Promise<object>): Promise<object> {
  const mocked = {};
  for (const [name, part] of Object.entries(await original())) {
    Object.defineProperty(mocked, name, {
      enumerable: true,
      get(): unknown {
        if (missing.has(name)) throw new TypeError('Failed to fetch');
        return part;
      },
    });
  }
  return mocked;
}
