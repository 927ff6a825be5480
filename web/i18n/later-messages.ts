/**
 * Loaders of the messages that are needed after the first listing, by part of the page and by file. A module of its own, because it
 * is loaded with the first of these messages. The patterns are repeated, because Vite reads them as literals.
 */
export const LATER_MESSAGES = {
  files: import.meta.glob<Record<string, string>>(
    ['./languages/*.json', '!./languages/*.glossary.json'],
    { query: '?part=files', import: 'default' },
  ),
  settings: import.meta.glob<Record<string, string>>(
    ['./languages/*.json', '!./languages/*.glossary.json'],
    { query: '?part=settings', import: 'default' },
  ),
};
