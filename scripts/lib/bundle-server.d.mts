/** Bundles the server, its threads and the entries of `more` into `folder`. See bundle-server.mjs. */
export function bundleServer(
  folder: string,
  more?: Readonly<Record<string, string>>,
): Promise<void>;
