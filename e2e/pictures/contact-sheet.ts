import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TakenPicture {
  readonly scene: string;
  /** Language, width and theme. */
  readonly look: string;
  /** Path below the folder of the pictures. */
  readonly file: string;
}

const STYLE = `
  body { margin: 24px; font: 14px/20px system-ui; background: #888; color: #fff }
  section { overflow-x: auto; white-space: nowrap; padding-block-end: 24px }
  h2 { font-size: 16px; position: sticky; inset-inline-start: 0 }
  figure { display: inline-block; margin: 0 16px 0 0 }
  img { display: block; block-size: 420px }
`;

/** Writes one page with all pictures: a line per scene, its looks side by side. */
export function writeContactSheet(folder: string, pictures: readonly TakenPicture[]): string {
  const scenes = [...new Set(pictures.map(({ scene }) => scene))];
  const sections = scenes.map((scene) => {
    const figures = pictures.filter((picture) => picture.scene === scene).map(figureOf);
    return `<section><h2>${scene}</h2>${figures.join('')}</section>`;
  });
  const file = join(folder, 'index.html');
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>Pictures</title><style>${STYLE}</style>${sections.join('\n')}\n`,
  );
  return file;
}

function figureOf({ look, file }: TakenPicture): string {
  const address = encodeURI(file);
  return `<figure><a href="${address}"><img loading="lazy" alt="" src="${address}"></a><figcaption>${look}</figcaption></figure>`;
}
