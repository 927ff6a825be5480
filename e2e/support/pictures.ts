import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { untilAnimationsEnd } from './animations.ts';

const FOLDER = join(import.meta.dirname, '..', 'results', 'pictures');

const ARE_WANTED = process.env['FB_TEST_PICTURES'] !== undefined;

/**
 * Saves a screenshot of the page after its animations as results/pictures/<project>/<name>.png, if `FB_TEST_PICTURES` is
 * set.
 */
export async function takePicture(page: Page, info: TestInfo, name: string): Promise<void> {
  if (!ARE_WANTED) return;
  await untilAnimationsEnd(page);
  await page.screenshot({ path: join(FOLDER, info.project.name, `${name}.png`) });
}
