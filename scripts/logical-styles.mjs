// Checks that styles mirror in right-to-left languages: they use start and end instead of left and right. `PHYSICAL` lists the
// exceptions with their reasons.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Exceptions by the end of the file's path, with the reason. */
const PHYSICAL = [
  {
    file: 'app/shell/drawer.module.css',
    lines: ['translate: -24px 0', 'translate: 24px 0'],
    why: 'the drawer slides in from its own edge, with one line for each side',
  },
  {
    file: 'features/terminal/terminal.module.css',
    lines: ['text-align: left'],
    why: 'output of programs is always laid out from the left',
  },
  {
    file: 'features/public-share/page-frame.module.css',
    lines: ['transform-origin: 0 0'],
    why: 'a frame of a fixed size is scaled as a whole',
  },
  {
    file: 'ui/check-box.module.css',
    lines: ['border-width: 0 2px 2px 0'],
    why: 'a check mark looks the same in every direction of writing',
  },
  {
    file: 'ui/markdown.module.css',
    lines: ['border-width: 0 2px 2px 0'],
    why: 'a check mark looks the same in every direction of writing',
  },
  {
    file: 'ui/pdf/pdf.module.css',
    lines: ['transform-origin: 0 0', 'transform-origin: 0% 0%'],
    why: 'the text layer covers the image of a PDF page, which is not mirrored',
  },
];

const REFUSED = [
  /^(?:left|right)\s*:/,
  /^(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/,
  /^border-(?:top|bottom)-(?:left|right)-radius\s*:/,
  /^(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
  // Four values of which the second differs from the fourth. Corners of a radius are not affected.
  /^(?:margin|padding|inset|border-width|border-color|border-style)\s*:\s*(?!.*\()(\S+)\s+(\S+)\s+\S+\s+(?!\2\s*(?:$|!))\S+/,
  /^(?:transform-origin|background-position|object-position|perspective-origin)\s*: (?!center|50%)/,
  /^(?:transform|translate)\s*: (?:translate(?:X|3d)?\()?(?!0\b|none\b|rotate|scale|translate)[-\w.%(]/,
  /\bto (?:left|right)\b/,
  // A shadow with a horizontal offset.
  /^box-shadow\s*:\s*(?:inset\s+)?-?[1-9][\w.]*\s/,
];

/** Returns a line for each declaration below `web` that a right-to-left page would not mirror. */
export function checkLogicalStyles(web) {
  return readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.css'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .flatMap((path) => {
      const file = relative(web, path).split(sep).join('/');
      return physicalLines(file, readFileSync(path, 'utf8'));
    });
}

export function physicalLines(file, text) {
  const allowed = PHYSICAL.filter((exception) => file === exception.file).flatMap(
    ({ lines }) => lines,
  );
  return declarationsOf(text)
    .filter(({ text: line }) => REFUSED.some((pattern) => pattern.test(line)))
    .filter(({ text: line }) => !allowed.includes(line))
    .map(({ text: line, number }) => `${file}:${number}: ${line}: use start and end`);
}

/** Yields the declarations of a style sheet; the formatter puts each on one line. */
function declarationsOf(text) {
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''));
  return plain
    .split('\n')
    .map((line, index) => ({ text: line.trim().replace(/;$/, ''), number: index + 1 }))
    .filter(({ text: line }) => /^[a-z-]+\s*:/.test(line));
}
