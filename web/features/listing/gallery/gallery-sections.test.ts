import { beforeEach, expect, test } from 'vitest';
import { pictureRatios, pictureVersion } from '../../../state/picture-ratios.ts';
import { anEntry } from '../../../testing/fake-server.ts';
import { gridLayout } from '../grid-layout.ts';
import { gallerySections } from './gallery-sections.ts';

const pictures = [1, 2, 3].map((n) => anEntry(`/${n}.jpg`, { type: 'image' }));
const notes = anEntry('/notes.txt');
const video = anEntry('/video.mp4', { type: 'video' });

const room = { width: 1_185, gutter: 0, narrow: false, touch: false, tileSize: 1 };

beforeEach(() => {
  pictureRatios.setState({ known: new Map(pictures.map((one) => [pictureVersion(one), 1.5])) });
});

function sectionsOf(files: readonly ReturnType<typeof anEntry>[]) {
  const layout = gridLayout('mosaic gallery', room, pictureRatios.getState());
  return gallerySections(files, { isByDate: false, locale: 'en', layout });
}

test('pictures keep their aspect ratio, also beside a few other files', () => {
  expect(sectionsOf(pictures)[0]?.justified).toHaveLength(1);
  expect(sectionsOf([...pictures, video])[0]?.justified).toHaveLength(1);
  expect(sectionsOf([...pictures, notes])[0]?.justified).toHaveLength(1);
});

test('mixed files stand in columns', () => {
  const [section] = sectionsOf([...pictures, notes, anEntry('/a.zip')]);
  expect(section?.justified).toBeUndefined();
  expect(section?.count).toBe(5);
});
