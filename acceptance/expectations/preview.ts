import type { RecordedResponse, Json } from '../replay/recording-format.ts';
import { refused, type Expectation, type Expectations } from './expectation.ts';

const TRUE_TYPE = 'defect 25: the media type of a preview matches its bytes';
const NO_PICTURE = 'a preview of a file that is not an image is 415';

function picture(type: string, image: Json, rule = TRUE_TYPE): Expectation {
  const response = (recorded: RecordedResponse): RecordedResponse => ({
    ...recorded,
    headers: { ...recorded.headers, 'content-type': type },
    body: { image },
  });
  return { rule, response };
}

const thumb = picture('image/jpeg', { format: 'jpeg', width: 256, height: 256 });

export const PREVIEW: Expectations = {
  sizes: {
    'GET /api/preview/thumb/pics/pic.png?inline=true&key=1 as carol': thumb,
    'GET /api/preview/thumb/pics/img.bmp?inline=true&key=1 as carol': thumb,
    'GET /api/preview/thumb/pics/img.tiff?inline=true&key=1 as carol': thumb,
    'GET /api/preview/thumb/pics/alpha.png?inline=true&key=1 as carol': thumb,
    'GET /api/preview/thumb/pics/justfits.png?inline=true&key=1 as carol': thumb,
    'GET /api/preview/big/pics/small.png?inline=true&key=1 as carol': picture('image/png', {
      format: 'png',
      width: 40,
      height: 20,
    }),
    'GET /api/preview/big/pics/pic.png?inline=true&key=1 as carol': picture('image/png', {
      format: 'png',
      width: 1_080,
      height: 540,
    }),
    'GET /api/preview/big/pics/img.tiff?inline=true&key=1 as carol': picture(
      'image/jpeg',
      { format: 'jpeg', width: 64, height: 48 },
      'previews have a format that browsers can show',
    ),
    'GET /api/preview/big/pics/jpeg-named.png?inline=true&key=1 as carol': picture('image/jpeg', {
      format: 'jpeg',
      width: 200,
      height: 320,
    }),
  },
  errors: {
    'GET /api/preview/thumb/pics/broken.png as carol': refused(NO_PICTURE, 415),
    'GET /api/preview/thumb/pics/cut.jpg as carol': refused(NO_PICTURE, 415),
    'GET /api/preview/thumb/pics/empty.png as carol': refused(NO_PICTURE, 415),
    'GET /api/preview/thumb/pics/wide.png as carol': refused(
      'an image above 10,000 pixels is 413',
      413,
    ),
    'GET /api/preview/big/pics/broken.png as carol': refused(NO_PICTURE, 415),
    'GET /api/preview/big/pics/empty.png as carol': refused(NO_PICTURE, 415),
    'GET /api/preview/big/pics/wide.png as carol': refused(
      'an image above 10,000 pixels is 413',
      413,
    ),
    'GET /api/preview/thumb/a.txt as bob': refused(NO_PICTURE, 415),
    'GET /api/preview/thumb/docs as bob': refused(NO_PICTURE, 415),
    'GET /api/preview/thumb/movie.mp4 as bob': {
      rule: 'a video has a preview if ffmpeg is installed, otherwise 415',
      response: () => ({ status: [200, 415], body: { note: 'either' } }),
    },
    'GET /api/preview/thumb/ as bob': refused(NO_PICTURE, 415),
    'GET /api/preview/thumb as bob': refused('prefixes match only at a / boundary', 404),
    'GET /api/preview/huge/pic.png as nodownload': refused(
      'a missing download permission is 403',
      403,
    ),
    'GET /api/preview/thumb/types/picture-named.txt as carol': refused(NO_PICTURE, 415),
    'attachment form': picture('application/octet-stream', {
      format: 'jpeg',
      width: 256,
      height: 256,
    }),
  },
};
