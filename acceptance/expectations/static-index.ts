import { answered, refused, wrongMethod, type Expectations } from './expectation.ts';

const METHODS = 'wrong methods of known paths are 405 with Allow';
const UNKNOWN = 'an unknown /api path is 404; prefixes match only at a slash';
const CLEANED = 'a cleaned path is served without a redirect';
const DOTS = 'dot segments are 400';
const NO_SHARE = 'defect 27: a public address without a share is 404';
const HEAD = 'HEAD works wherever GET works';
const PAGE = { 'content-type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const DOCS = { json: { path: '/docs', name: 'docs', isDir: true, numFiles: 2, numDirs: 0 } };

export const STATIC_INDEX: Expectations = {
  routing: {
    'POST / as anon': wrongMethod(METHODS, /\bGET\b/),
    'PUT /files/x as anon': wrongMethod(METHODS, /\bGET\b/),
    'DELETE / as anon': wrongMethod(METHODS, /\bGET\b/),
    'OPTIONS / as anon': wrongMethod(METHODS, /\bGET\b/),
    'OPTIONS /api/resources/ as anon': wrongMethod(METHODS, /\bGET\b/),
    'GET /api/nosuch as anon': refused(UNKNOWN, 404),
    'GET /api as anon': refused(UNKNOWN, 404),
    'GET /api/ as anon': refused(UNKNOWN, 404),
    'GET /api/users/ as bob': refused(UNKNOWN, 404),
    'GET /api/users/abc as bob': refused(UNKNOWN, 404),
    'GET /api/resourcesfoo as bob': refused(UNKNOWN, 404),
    'GET /api/sharesX as bob': refused(UNKNOWN, 404),
    'GET /api/rawa.txt as bob': refused(UNKNOWN, 404),
    'GET /api/preview as anon': refused(UNKNOWN, 404),
    'GET /api/preview/thumb as anon': refused(UNKNOWN, 404),
    'HEAD /api/raw/a.txt as bob': answered(
      HEAD,
      {},
      {
        'content-length': '5',
        'accept-ranges': 'bytes',
        'content-disposition': "attachment; filename*=utf-8''a.txt",
        'last-modified': 'Thu, 04 Mar 2021 05:06:07 GMT',
      },
    ),
    'HEAD /api/resources/a.txt as bob': answered(HEAD, {}, JSON_TYPE),
    'POST /api/raw/a.txt as bob': wrongMethod(METHODS, /\bGET\b/),
    'POST /api/usage/ as bob': wrongMethod(METHODS, /\bGET\b/),
    'POST /api/search/ as bob': wrongMethod(METHODS, /\bGET\b/),
    'OPTIONS /api/tus/x as bob': {
      rule: 'OPTIONS describes the protocol of resumable uploads',
      response: () => ({ status: 204, headers: { 'tus-extension': /\bchecksum\b/ }, body: {} }),
    },
    'PUT /api/tus/x as bob': wrongMethod(METHODS, /\bPATCH\b/),
    'DELETE /api/preview/thumb/pic.png as bob': wrongMethod(METHODS, /\bGET\b/),
    'PUT /api/users as bob': wrongMethod(METHODS, /\bPOST\b/),
    'PATCH /api/users/2 as bob': wrongMethod(METHODS, /\bPUT\b/),
    'POST /api/settings as bob': wrongMethod(METHODS, /\bPUT\b/),
    'PUT /api/share/a.txt as bob': wrongMethod(METHODS, /\bGET\b/),
    'POST /api/shares as bob': wrongMethod(METHODS, /\bGET\b/),
    'POST /api/public/dl/x as bob': wrongMethod(METHODS, /\bGET\b/),
    'POST /api/public/share/x as anon': wrongMethod(METHODS, /\bGET\b/),
    'PUT /api/public/share/x as anon': wrongMethod(METHODS, /\bGET\b/),
    'TRACE /api/resources/ as bob': wrongMethod(METHODS, /\bGET\b/),
    'GET /api/resources//docs as bob': answered(CLEANED, DOCS, JSON_TYPE),
    'GET /api/resources//docs?x=1&y=%20 as bob': answered(CLEANED, DOCS, JSON_TYPE),
    'GET /api/resources/docs/../a.txt as bob': refused(DOTS, 400),
    'GET /api/resources/%2e%2e/x as bob': refused(DOTS, 400),
    'GET /api/resources/docs%2F..%2Fa.txt as bob': refused(DOTS, 400),
    'POST /api/resources//newdir/ as bob': {
      rule: CLEANED,
      response: () => ({
        status: 200,
        body: { text: '200 OK\n' },
        fs: { 'srv/bob/newdir': { kind: 'dir', entries: [] } },
      }),
    },
    'GET //files/x as anon': answered(CLEANED, { index: { title: 'File Browser' } }, PAGE),
    'GET /api/resources/recursive as bob': answered(
      CLEANED,
      { pattern: /^\[\{"path":"\/[^"]+","name":/ },
      JSON_TYPE,
    ),
    'GET /api/resources as anon': refused(CLEANED, 401),
    'POST /api/resources as anon': refused(CLEANED, 401),
    'GET /api/raw as anon': refused(CLEANED, 401),
    'GET /api/tus as anon': refused(CLEANED, 401),
    'DELETE /api/tus as anon': refused(CLEANED, 401),
    'GET /api/usage as anon': refused(CLEANED, 401),
    'GET /api/share as anon': refused(CLEANED, 401),
    'GET /api/public/share as anon': refused(NO_SHARE, 404),
    'GET /api/public/share/ as anon': refused(NO_SHARE, 404),
    'GET /api/public/dl as anon': refused(NO_SHARE, 404),
  },
  branding: { 'GET /static/img/../other.txt as anon': refused(DOTS, 400) },
  'static files': {
    'GET /static/img/ as anon': refused('static folders are not listed', 404),
    'POST /static/img/logo.svg as anon': wrongMethod(METHODS, /\bGET\b/),
    'HEAD /static/img/logo.svg as anon': answered(
      HEAD,
      {},
      {
        'cache-control': 'public, max-age=86400',
        'content-type': 'image/svg+xml',
        'x-content-type-options': 'nosniff',
      },
    ),
    'GET /static/manifest.json as anon': {
      rule: 'the content of the manifest may differ',
      response: () => ({ status: [200, 404], body: { pattern: /./ } }),
    },
    'GET /static/index.html as anon': refused('the page is not a static file', 404),
    'GET /staticX as anon': answered(
      'prefixes match only at a slash',
      { index: { title: 'File Browser' } },
      PAGE,
    ),
  },
  'base address': {
    'GET /fb/api/resources as bob': answered(CLEANED, { json: { path: '/', name: '' } }, JSON_TYPE),
    'GET /fbx/ as anon': answered(
      'the base path matches only up to a slash',
      { index: { title: 'File Browser' } },
      PAGE,
    ),
  },
};
