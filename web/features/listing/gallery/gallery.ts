/** Code of the gallery that is not needed for the first listing. */
export { gallerySections } from './gallery-sections.ts';
export { hasPictures, loadRatios } from './load-ratios.ts';
