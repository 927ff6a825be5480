/** Returns the URL of a worker's module beside the module `from`, in the sources and in a build. */
export function workerUrl(from: string, name: string): URL {
  return new URL(`./${name}${from.endsWith('.ts') ? '.ts' : '.mjs'}`, from);
}
