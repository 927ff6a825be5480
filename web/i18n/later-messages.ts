/** Loaders of the messages that are needed after the first listing, by part of the page and by file. */
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
