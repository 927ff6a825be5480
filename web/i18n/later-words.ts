/** Where the sentences are that the first listing does without, by the part that needs them and their file. */
export const LATER_WORDS = {
  files: import.meta.glob<Record<string, string>>(
    ['./languages/*.json', '!./languages/*.glossary.json'],
    { query: '?part=files', import: 'default' },
  ),
  settings: import.meta.glob<Record<string, string>>(
    ['./languages/*.json', '!./languages/*.glossary.json'],
    { query: '?part=settings', import: 'default' },
  ),
};
