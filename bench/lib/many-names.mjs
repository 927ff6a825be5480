import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WORDS = (
  'invoice report summer holiday garden kitchen meeting budget contract letter draft final backup archive photo ' +
  'music lecture chapter notes recipe travel winter family school project design server config release ticket ' +
  'harbor mountain river station bicycle camera concert wedding birthday museum library window market island'
).split(' ');
const ENDINGS = ['txt', 'jpg', 'pdf', 'mp3', 'docx', 'png', 'mp4', 'md'];
const FILES_EACH = 24;
/** Interval of names with umlauts; the following constants are intervals of other kinds of names. */
const UMLAUT_EVERY = 40;
const CAPITAL_EVERY = 3;
/** Words that are found once, in some hundred names, in every fiftieth name, and in none. */
export const RARE = 'zanzibar';
export const MID = 'quarterly';
export const COMMON = 'mountain';
export const NONE = 'xylophone';
const MID_EVERY = 6_000;

/**
 * Creates a tree of `count` names of about 25 bytes, with folders, and 24 files in each of the deepest. It is created once and
 * kept between runs.
 */
export function treeOfNames(parent, count) {
  const root = join(parent, `names-${count}`);
  const mark = `${root}.complete`;
  if (existsSync(mark)) return root;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const random = fixedRandom();
  const areas = 31;
  const folders = Math.round((count - areas) / (FILES_EACH + 1));
  for (let area = 0; area < areas; area += 1) mkdirSync(join(root, areaName(area)));
  let made = 0;
  for (let index = 0; index < folders; index += 1) {
    const folder = join(root, areaName(index % areas), `${pick(random)}-${pick(random)}-${index}`);
    mkdirSync(folder);
    for (let file = 0; file < FILES_EACH; file += 1) {
      made += 1;
      closeSync(openSync(join(folder, nameOf(made, random)), 'w'));
    }
  }
  closeSync(openSync(join(root, areaName(7), `the-${RARE}-letter.txt`), 'w'));
  writeFileSync(mark, '');
  return root;
}

function areaName(area) {
  return `area-${String(area).padStart(2, '0')}`;
}

function nameOf(index, random) {
  const words = [pick(random), pick(random)];
  if (index % UMLAUT_EVERY === 0) words[1] = `Übersicht für ${words[1]}`;
  if (index % MID_EVERY === 0) words[1] = MID;
  if (index % CAPITAL_EVERY === 0) words[0] = words[0][0].toUpperCase() + words[0].slice(1);
  return `${words[0]}-${words[1]}-${index}.${ENDINGS[index % ENDINGS.length]}`;
}

function pick(random) {
  return WORDS[random() % WORDS.length];
}

/** Returns a pseudo-random generator with the same numbers on every machine. */
function fixedRandom() {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 8;
  };
}
