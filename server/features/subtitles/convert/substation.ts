import { MAX_CUES, msOf, type Cue } from './cue.ts';
import { cueText, MAX_LETTERS } from './cue-text.ts';

/** Columns of a file without a Format line. */
const USUAL_COLUMNS = [
  'layer',
  'start',
  'end',
  'style',
  'name',
  'marginl',
  'marginr',
  'marginv',
  'effect',
  'text',
];
/** Maximum number of columns that are read, as each cue is searched for all of them. Known formats have ten. */
const MAX_COLUMNS = 32;
const SECTION = /^\s*\[([^\]]*)\]/;
const TIME = /^\s*(-?)(\d{1,5}):(\d{1,2}):(\d{1,2})(?:[.,:](\d{1,9}))?\s*$/;
const BEGINS_WITH_TAGS = /^\{[^{}]*\}/;

/** Returns the cues of a SubStation Alpha text of any version, with line feeds. Ignores styles and positions. */
export function readSubStation(text: string): Cue[] {
  const cues: Cue[] = [];
  let isEvents = false;
  let columns: readonly string[] = USUAL_COLUMNS;
  for (const line of text.split('\n')) {
    if (cues.length >= MAX_CUES) break;
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined) isEvents = section.trim().toLowerCase() === 'events';
    if (!isEvents) continue;
    const { key, value } = fieldOf(line);
    if (key === 'format') columns = columnNamesIn(value);
    const cue = key === 'dialogue' ? cueOf(value, columns) : undefined;
    if (cue !== undefined) cues.push(cue);
  }
  return cues;
}

function fieldOf(line: string): { key: string; value: string } {
  const colon = line.indexOf(':');
  if (colon < 0) return { key: '', value: '' };
  return { key: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1) };
}

function columnNamesIn(format: string): readonly string[] {
  return format.split(',', MAX_COLUMNS).map((name) => name.trim().toLowerCase());
}

function cueOf(value: string, columns: readonly string[]): Cue | undefined {
  const fields = splitFields(value, columns.length);
  const field = (name: string) => fields[columns.indexOf(name)] ?? '';
  const startMs = timeOf(field('start'));
  const endMs = timeOf(field('end'));
  if (startMs === undefined || endMs === undefined) return undefined;
  const text = cueText(withoutTags(field('text').slice(0, MAX_LETTERS)));
  return text === '' ? undefined : { startMs, endMs, text };
}

/** The last column contains the rest of the line, including commas. */
function splitFields(value: string, count: number): string[] {
  const fields = value.split(',', count - 1);
  const taken = fields.reduce((length, field) => length + field.length + 1, 0);
  return fields.length < count - 1 ? fields : [...fields, value.slice(taken)];
}

function timeOf(text: string): number | undefined {
  const found = TIME.exec(text);
  if (found === null) return undefined;
  const [, sign, hours, minutes, seconds, fraction] = found;
  return msOf({ sign, hours, minutes, seconds, fraction });
}

/** Removes tags and drawings: while `\p` is above zero, the text is the coordinates of a shape. */
function withoutTags(source: string): string {
  let isDrawing = false;
  const pieces = source.split(/(?=\{)/).map((piece) => {
    const tags = BEGINS_WITH_TAGS.exec(piece)?.[0];
    const drawing = /\\p(\d+)/.exec(tags ?? '')?.[1];
    if (drawing !== undefined) isDrawing = Number(drawing) > 0;
    return isDrawing ? '' : piece.slice(tags?.length ?? 0);
  });
  return pieces
    .join('')
    .replace(/\\[Nn]/g, '\n')
    .replace(/\\h/g, '\u00a0');
}
