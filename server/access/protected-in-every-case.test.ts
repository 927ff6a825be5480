import { ROOT } from '#contract/paths.ts';
import { expect, test } from 'vitest';
import { treePath } from '../testing/stored-records.ts';
import { visibilityOf, decideVisibility } from '../policy/visibility.ts';

test.each(['/state/files.db', '/State/FILES.DB', '/STATE/files.db'])(
  "the server's own files are hidden however the case is written: %s",
  (path) => {
    const sight = visibilityOf({
      root: ROOT,
      home: ROOT,
      rules: [],
      hideDotfiles: false,
      protectedPaths: [treePath('/state/files.db')],
    });
    expect(decideVisibility(sight, treePath(path))).toBe('protected');
    expect(decideVisibility(sight, treePath('/state/other.db'))).toBe('allowed');
  },
);
