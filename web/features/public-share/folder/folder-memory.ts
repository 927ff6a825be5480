/** State of a folder that is restored when the visitor returns. */
export interface FolderMemory {
  /** Number of rendered entries. */
  readonly shown: number;
  /** Pixels from the top of the page. */
  readonly scrolled: number;
  /** Path of the subfolder that was opened. */
  readonly opened: string;
}

const memories = new Map<string, FolderMemory>();

export function folderMemory(hash: string, path: string): FolderMemory | undefined {
  return memories.get(`${hash}${path}`);
}

export function keepFolder(hash: string, path: string, memory: FolderMemory): void {
  memories.set(`${hash}${path}`, memory);
}
