import type { Scene } from './scene.ts';
import { untilLoaded } from '../support/until-loaded.ts';
import type { Stage } from './demo-server.ts';

const NOTES = 'Weekend in the mountains.md';
const PHOTO = 'Photos/Dolomites/Lake.jpg';

/** Scenes of the preview of every file type, and of the editor. */
export const FILE_SCENES: readonly Scene[] = [
  {
    name: 'preview of a picture',
    show: async (stage) => {
      await open(stage, PHOTO);
      await stage.page.locator('img[data-loaded]').first().waitFor();
      await stage.page.mouse.move(300, 300);
    },
  },
  { name: 'preview of a document', show: (stage) => open(stage, NOTES) },
  { name: 'preview of a table', show: (stage) => open(stage, 'Budget 2026.csv') },
  {
    name: 'preview of a sound',
    show: (stage) => open(stage, 'Music/Interview with grandmother.ogg'),
  },
  { name: 'preview of a film', show: (stage) => open(stage, 'Music/First steps.webm') },
  {
    name: 'preview of a PDF',
    show: async (stage) => {
      await open(stage, 'Floor plan.pdf');
      await stage.page.locator('canvas').first().waitFor();
    },
  },
  { name: 'preview of what cannot be shown', show: (stage) => open(stage, 'installer.dmg') },
  { name: 'editor', show: (stage) => edit(stage, 'Account.ts') },
  {
    name: 'editor, searching',
    show: async (stage) => {
      await edit(stage, 'Account.ts');
      await stage.page.keyboard.press('Control+f');
      await stage.page
        .getByRole('textbox', { name: stage.word('editor.find.find') })
        .pressSequentially('amount');
    },
  },
  {
    name: 'editor, preview beside',
    show: async (stage) => {
      await edit(stage, `${NOTES}?source`);
      const beside = stage.word('editor.beside');
      if (stage.isNarrow)
        await stage.page.getByRole('button', { name: stage.word('editor.more') }).click();
      await stage.page
        .getByRole('button', { name: beside })
        .or(stage.page.getByRole('menuitem', { name: beside }))
        .or(stage.page.getByRole('menuitemcheckbox', { name: beside }))
        .first()
        .click();
      await stage.page.getByRole('table').waitFor();
    },
  },
  {
    name: 'editor, leaving with changes',
    leavesTraces: true,
    show: async (stage) => {
      await edit(stage, 'Account.ts');
      await stage.page.keyboard.type('// ');
      await stage.page
        .getByRole('button', { name: stage.word('common.close') })
        .first()
        .click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
];

async function open({ page, change }: Stage, path: string): Promise<void> {
  await change({ viewMode: 'list' });
  await page.goto(`/files/${encodeURI(path)}`);
  await untilLoaded(page);
}

async function edit(stage: Stage, path: string): Promise<void> {
  await open(stage, path);
  await stage.page.locator('.cm-content').focus();
}
