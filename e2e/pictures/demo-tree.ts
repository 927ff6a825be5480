import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { makePdf } from '../support/make-pdf.ts';
import { hills, makePan, makeSound } from '../support/media.ts';
import { landscape } from './landscape.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OLDEST_DAYS = 500;
const KIB = 1_024;

const NOTES = `# Weekend in the mountains

We leave on **Friday** at four, from the north station.

- [x] Book the hut
- [x] Ask Anna for the *large* tent
- [ ] Look at the weather once more

| What    | Who  | Price |
| ------- | ---- | ----: |
| Train   | Bert |  84 € |
| Hut     | Anna | 120 € |

\`\`\`ts
const perHead = (84 + 120) / 4;
\`\`\`
`;

const SCRIPT = `import { readFile } from 'node:fs/promises';

/** What a line of the account holds. */
export interface Payment {
  readonly day: Date;
  readonly amount: number;
  readonly remark: string;
}

const SEPARATOR = ';';

/** Reads an account as the bank exports it, the newest payment first. */
export async function readAccount(file: string): Promise<Payment[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\\n').slice(1);
  return lines.map((line) => {
    const [day = '', amount = '0', remark = ''] = line.split(SEPARATOR);
    return { day: new Date(day), amount: Number(amount), remark };
  });
}
`;

const TABLE = [
  'Month,Income,Rent,Food,Travel,Saved',
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'].map(
    (month, index) =>
      `${month},${3_200 + index * 35},1150,${420 + ((index * 37) % 90)},${(index * 113) % 400},${900 - ((index * 71) % 300)}`,
  ),
].join('\n');

/** Files of a typical user after a few years: text, or a size in bytes. */
const FILES: Readonly<Record<string, string | number>> = {
  'Documents/Contracts/Flat.pdf': 84 * KIB,
  'Documents/Contracts/Insurance.pdf': 212 * KIB,
  'Documents/Letters/To the landlord.odt': 31 * KIB,
  'Documents/Taxes 2025.xlsx': 58 * KIB,
  'Downloads/debian-13.1.0-amd64-netinst.iso': 900 * KIB,
  'Projects/account/account.ts': SCRIPT,
  'Projects/account/README.md': '# Account\n',
  'Empty folder/': '',
  'صور العائلة/عيد الأضحى.txt': 'عيد مبارك\n',
  'חופשה 2026/רשימת ציוד.txt': 'אוהל\n',
  'Account.ts': SCRIPT,
  'Backup of the old laptop, everything that was on the desktop and in the downloads (2026-03-14).tar.gz':
    640 * KIB,
  'Budget 2026.csv': TABLE,
  'Inventory.xlsx': 42 * KIB,
  'Weekend in the mountains.md': NOTES,
  'تقرير المبيعات السنوي.docx': 77 * KIB,
  'installer.dmg': 512 * KIB,
  notes: 'Call the plumber.\n',
};

const PHOTOS = ['Lake', 'Ridge', 'Morning', 'Valley', 'Evening', 'Hut', 'Pass', 'Fog', 'Summit'];

/** Fills a folder with the demo data. */
export async function makeDemoTree(root: string): Promise<void> {
  for (const [path, content] of Object.entries(FILES)) put(root, path, content);
  writeAt(root, 'Floor plan.pdf', makePdf(4));
  writeAt(root, 'Logo.svg', Buffer.from(hills(600, 400, 215)));
  await makePhotos(root);
  makeMedia(root);
  ageAll(root);
}

/** Sets the time of each entry from its name, except one; created entries would change those of their folders. */
export function ageAll(root: string, except?: string): void {
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (path !== except) setTime(join(root, path), path);
  }
}

/** A folder so deep that its path does not fit. */
export const DEEP_FOLDER = 'Projects/account/src/reading/banks/northern';

async function makePhotos(root: string): Promise<void> {
  for (const [index, name] of PHOTOS.entries()) {
    const picture = landscape({ width: 1_600, height: 1_067, seed: index });
    const bytes = await sharp(Buffer.from(picture)).jpeg({ quality: 82 }).toBuffer();
    writeAt(root, `Photos/Dolomites/${name}.jpg`, bytes);
    if (index === 0) writeAt(root, 'Lake at dawn.jpg', bytes);
  }
  mkdirSync(join(root, DEEP_FOLDER), { recursive: true });
}

/** Creates the media files; does nothing without ffmpeg. */
function makeMedia(root: string): void {
  mkdirSync(join(root, 'Music'), { recursive: true });
  try {
    makeSound(join(root, 'Music', 'Interview with grandmother.ogg'), 95);
    makePan(join(root, 'Music', 'First steps.webm'), join(root, 'Photos/Dolomites/Hut.jpg'), 6);
  } catch (reason) {
    console.warn(`no sound and no film: ${String(reason)}`);
  }
}

function put(root: string, path: string, content: string | number): void {
  if (path.endsWith('/')) mkdirSync(join(root, path), { recursive: true });
  else writeAt(root, path, typeof content === 'string' ? content : Buffer.alloc(content, '\0'));
}

function writeAt(root: string, path: string, content: string | Buffer): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  setTime(file, path);
}

/** Sets a time that follows from the name, so that the listing looks used and is always the same; most times are recent. */
function setTime(file: string, path: string): void {
  const sum = [...path].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const share = (sum % 97) / 97;
  const time = new Date(Date.now() - share ** 3 * OLDEST_DAYS * DAY_MS - (sum % 23) * HOUR_MS);
  utimesSync(file, time, time);
}
