/** Bundles the server and its threads into `folder`, and `more` entries beside them: see bundle-server.mjs. */
export function bundleServer(
  folder: string,
  more?: Readonly<Record<string, string>>,
): Promise<void>;
