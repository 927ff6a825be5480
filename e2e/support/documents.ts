import { copyFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestServer } from './test-server.ts';
import { JPEG2000_PDF } from './jpeg2000-pdf.ts';
import { makePdf } from './make-pdf.ts';

/** A font of the PDF library. */
const FONT = resolve(
  import.meta.dirname,
  '../../node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf',
);

/** A blue square of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgaPj/HwAEgQJ/d2qTCwAAAABJRU5ErkJggg==',
  'base64',
);

export const GUIDE = `# A guide

What it is about, with *some* **weight**, \`code\`, ~~nothing~~ and a [next page](more/next%20page.md).
![A blue square](square.png) ![A badge of another site](https://example.org/badge.svg)

- [x] Write it
- [ ] Read it

1. One
2. Two
   - deeper

## A table

| Name | Size | Modified |
|:-----|-----:|:--------:|
| plan | 12   | today    |
| film | 9999 | never    |

> Somebody has said this, and it is worth to be
> said again.

\`\`\`sh
tar -czf everything.tar.gz --exclude=node_modules --exclude=.git --directory=/home/anna/projects/a-long-name .
\`\`\`

See [the table](#a-table), [the end](#the-end) or [a site](https://example.org).

---

<details open><summary>More</summary>

Press <kbd>Esc</kbd>.

</details>

${'A paragraph that fills the page, so that there is something to scroll. '.repeat(60)}

## The end

Here.
`;

const TABLE = `Name,Town,Amount,Remark
Anna,Zürich,12.50,"A remark, with a comma"
Bert,København,7,"two
lines"
Čeněk,Praha,1000,${'a very long remark '.repeat(20)}
Дмитрий,Москва,3
`;

/** Creates one file of every document type. */
export function putDocuments(server: TestServer): void {
  server.put({
    'docs/guide.md': GUIDE,
    'docs/more/next page.md': '# Next page\n\n[back](../guide.md#the-end)\n',
    'docs/empty.md': '',
    'docs/table.csv': TABLE,
    'docs/tabs.tsv': 'a\tb\n1,5\t2\n',
    'docs/empty.csv': '',
    'docs/broken.ttf': 'this is no font\u0000\u0001',
    'docs/broken.pdf': '%PDF-1.4 and nothing else',
    'docs/program.bin': '\u007fELF\u0000\u0001',
  });
  const at = (name: string) => join(server.root, 'docs', name);
  writeFileSync(at('square.png'), PICTURE);
  writeFileSync(
    at('latin.csv'),
    Buffer.from('Name;Stra\u00dfe\nM\u00fcller;Hauptstra\u00dfe\n', 'latin1'),
  );
  writeFileSync(at('paper.pdf'), makePdf(41));
  writeFileSync(at('scan.pdf'), JPEG2000_PDF);
  writeFileSync(at('locked.pdf'), makePdf(2, 'sesame'));
  copyFileSync(FONT, at('font.ttf'));
}
