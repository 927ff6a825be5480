import type { PickedItem } from '../../state/upload-plan.ts';

/** Returns true if a drag carries files from outside the page. */
export function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
}

/**
 * Returns the dropped items; folders include all their contents and empty subfolders. Must be called during the drop
 * event, after which the data expires.
 */
export function readDrop(data: DataTransfer): Promise<PickedItem[]> {
  const items = Array.from(data.items).filter(({ kind }) => kind === 'file');
  const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? []);
  // Browsers without the entries API hand over files only.
  const files = entries.length > 0 ? [] : Array.from(data.files);
  return entries.length > 0
    ? readAll(entries)
    : Promise.resolve(files.map((file) => ({ relativePath: file.name, file })));
}

async function readAll(entries: readonly FileSystemEntry[]): Promise<PickedItem[]> {
  const found: PickedItem[] = [];
  await readInto(found, entries, '');
  return found;
}

/** Opens the files of a batch together and folders one after the other, which keeps the order. */
async function readInto(
  found: PickedItem[],
  entries: readonly FileSystemEntry[],
  folder: string,
): Promise<void> {
  const files = await Promise.all(
    entries.map(async (entry) => (isFile(entry) ? openFile(entry) : undefined)),
  );
  for (const [index, entry] of entries.entries()) {
    const relativePath = folder + entry.name;
    if (isFile(entry)) {
      const file = files[index];
      found.push({ relativePath, file, isUnreadable: file === undefined });
    } else if (isDirectory(entry)) {
      found.push({ relativePath, file: undefined });
      for await (const inside of batchesOf(entry))
        await readInto(found, inside, `${relativePath}/`);
    }
  }
}

/** Yields batches of about a hundred entries until a batch is empty. */
async function* batchesOf(directory: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry[]> {
  const reader = directory.createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve) =>
      // Treats an unreadable folder as empty, so that it is still created.
      reader.readEntries(resolve, () => resolve([])),
    );
    if (batch.length === 0) return;
    yield batch;
  }
}

function openFile(entry: FileSystemFileEntry): Promise<File | undefined> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
