import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { untilStill } from './still.ts';

const FOLDER = join(import.meta.dirname, '..', 'results', 'pictures');

/** A picture of the page once it is still, to be looked at: results/pictures/<look>/<name>.png. */
export async function takePicture(page: Page, info: TestInfo, name: string): Promise<void> {
  await untilStill(page);
  await page.screenshot({ path: join(FOLDER, info.project.name, `${name}.png`) });
}
