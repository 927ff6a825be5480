/** `local` is shared by all tabs; `session` belongs to one tab. */
type Area = 'local' | 'session';

/** Throws where the browser refuses access, as to pages without cookies. */
function storage(area: Area): Storage {
  return area === 'local' ? localStorage : sessionStorage;
}

/** Returns a stored text; undefined without one, or where the browser refuses access. */
export function readStored(key: string, area: Area = 'local'): string | undefined {
  try {
    return storage(area).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns a stored value of any type; undefined without a valid one. */
export function readStoredJson(key: string, area: Area = 'local'): unknown {
  try {
    return JSON.parse(readStored(key, area) ?? '');
  } catch {
    return undefined;
  }
}

/**
 * Stores a text, or removes it if `text` is undefined. Returns false where the browser refuses access or has no space: a
 * later `readStored` then returns what it did before.
 */
export function writeStored(key: string, text: string | undefined, area: Area = 'local'): boolean {
  try {
    if (text === undefined) storage(area).removeItem(key);
    else storage(area).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the keys of all stored texts. */
export function storedKeys(area: Area): string[] {
  try {
    return Object.keys(storage(area));
  } catch {
    return [];
  }
}
