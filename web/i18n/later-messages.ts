/** Sentences that load after the first listing, by the part of the page that needs them and by file. */
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
