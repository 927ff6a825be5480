/** What the page keeps of a folder that was left by walking on, for who comes back to it. */
export interface FolderMemory {
  /** So many entries were shown. */
  readonly shown: number;
  /** Pixels from the top of the page. */
  readonly scrolled: number;
  /** The folder that was opened from it, by its path. */
  readonly opened: string;
}

const memories = new Map<string, FolderMemory>();

export function folderMemory(hash: string, path: string): FolderMemory | undefined {
  return memories.get(`${hash}${path}`);
}

export function keepFolder(hash: string, path: string, memory: FolderMemory): void {
  memories.set(`${hash}${path}`, memory);
}
