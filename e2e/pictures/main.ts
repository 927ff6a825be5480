// Takes pictures of every screen of the built product and puts them side by side on one page: npm run pictures -- [--to
// <folder>] [--only <parts of scenes' names>] [--languages en,ar] [--sizes wide,narrow] [--readme] FB_TEST_CHROMIUM names the
// browser if it is not Debian's. The pictures are for review; this is no test.
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { BuiltServer } from '../support/built-server.ts';
import { CHROMIUM_FLAGS } from '../support/chromium-flags.ts';
import { COMMANDS_ON } from '../support/terminal.ts';
import { type TakenPicture, writeContactSheet } from './contact-sheet.ts';
import { writeReadmePictures } from './readme-pictures.ts';
import { FOLDER_SCENES } from './folder-scenes.ts';
import { FILE_SCENES } from './file-scenes.ts';
import { SETTINGS_SCENES } from './settings-scenes.ts';
import { fillDemoServer } from './demo-server.ts';
import { type Look, SIZES, takePictures } from './take-pictures.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const SCENES = [...FOLDER_SCENES, ...FILE_SCENES, ...SETTINGS_SCENES];

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: join(ROOT, 'pictures') },
    only: { type: 'string', default: '' },
    languages: { type: 'string', default: 'en,ar' },
    sizes: { type: 'string' },
    readme: { type: 'boolean', default: false },
  },
});

const server = await BuiltServer.start({ flags: COMMANDS_ON });
const browser = await chromium.launch({
  executablePath: process.env['FB_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
  args: [...CHROMIUM_FLAGS],
});
try {
  await takeAll();
} finally {
  await browser.close();
  await server.remove();
}

async function takeAll(): Promise<void> {
  const setting = await fillDemoServer(server);
  const folder = resolve(values.to);
  const scenes = SCENES.filter(({ name }) =>
    values.only.split(',').some((part) => name.includes(part)),
  );
  const taken: TakenPicture[] = [];
  for (const look of looks()) {
    const outcome = await takePictures(browser, setting, look, { scenes, folder });
    taken.push(...outcome.taken);
    console.log(`${look.language}, ${look.size}: ${outcome.taken.length} pictures`);
    for (const failure of outcome.failed) console.error(`not taken: ${failure}`);
    if (outcome.failed.length > 0) process.exitCode = 1;
  }
  await setting.line.close();
  if (values.readme) await writeReadmePictures(folder, join(ROOT, 'docs', 'pictures'));
  console.log(`to be looked at: ${relative(process.cwd(), writeContactSheet(folder, taken))}`);
}

/**
 * Returns the looks: English in every size and theme; other languages only where length of words or direction can differ. The
 * tablet is included only on request.
 */
function looks(): Look[] {
  const asked = values.sizes?.split(',') ?? Object.keys(SIZES);
  const sizes = asked.filter((size) => size in SIZES) as (keyof typeof SIZES)[];
  return values.languages.split(',').flatMap((language) =>
    sizes
      .filter((size) => language === 'en' || size !== 'tablet' || values.sizes !== undefined)
      .map((size): Look => ({
        language,
        size,
        themes: language === 'en' ? ['light', 'dark'] : ['light'],
      })),
  );
}
