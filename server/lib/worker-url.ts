/** The URL of a worker's file that lies beside the module `from`, whether built or not. */
export function workerUrl(from: string, name: string): URL {
  return new URL(`./${name}${from.endsWith('.ts') ? '.ts' : '.mjs'}`, from);
}
