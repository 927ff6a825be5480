let showFetched: (() => void) | undefined;

/** Fetches the typeface for the next content, with the lowest priority. If that fails, the page keeps the fonts of the system. */
export async function fetchNextTypeface(language: string): Promise<void> {
  try {
    const { fetchTypefaceLast, showTypeface } = await import('./typeface.ts');
    if (await fetchTypefaceLast(language)) showFetched = showTypeface;
  } catch {
    // The typeface is not worth a message.
  }
}

/** Shows the page in the typeface if it was fetched. Call it before new content is painted, so that no text moves while it is read. */
export function showNextTypeface(): void {
  showFetched?.();
}
