import type { Page, TestInfo } from '@playwright/test';
import { expectAccessible, expectReadableColours } from './axe.ts';
import { expectNothingCutOff, expectReflow } from './reflow.ts';
import { isNarrow } from './pages.ts';
import { takePicture } from './pictures.ts';
import { expectTargetSizes } from './target-sizes.ts';

/** Checks the current screen in both themes: accessibility, contrast, target sizes and reflow. */
export async function inspectScreen(page: Page, info: TestInfo, name: string): Promise<void> {
  await expectAccessible(page);
  await expectNothingCutOff(page);
  await expectTargetSizes(page);
  await takePicture(page, info, name);

  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadableColours(page);
  await takePicture(page, info, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  if (isNarrow(page)) await expectReflow(page);
}
