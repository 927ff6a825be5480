import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { openTestHttp } from './http.test-tools.ts';
import {
  announcedBytes,
  isFlagSet,
  modifiedMsOf,
  parseQuery,
  pathOf,
  queryOf,
  readJson,
} from './request.ts';

const config = { access: 'open', audit: 'nothing' } as const;

describe('the path of a request', () => {
  async function pathFor(url: string, baseUrl = '') {
    const app = openTestHttp({ baseUrl });
    app.get('/api/resources/*', { config }, (request) => pathOf(request));
    const { statusCode, body } = await app.inject(url);
    return statusCode === 200 ? (JSON.parse(body) as object) : body.trim();
  }

  test.each([
    ['/api/resources/', '/', true],
    ['/api/resources', '/', true],
    ['/api/resources/a/b', '/a/b', false],
    ['/api/resources/a/b/', '/a/b', true],
    ['/api/resources//a///b', '/a/b', false],
    ['/api/resources/a%20b%3Fc%23d%25e', '/a b?c#d%e', false],
    ['/api/resources/%C3%A4%F0%9F%98%80', '/ä😀', false],
    ['/api/resources/a%2Fb', '/a/b', false],
    ['/api/resources/...', '/...', false],
    ['/api/resources/%252e%252e', '/%2e%2e', false],
  ])('%s is %s', async (url, path, trailingSlash) => {
    expect(await pathFor(url)).toEqual({ path, trailingSlash });
    expect(await pathFor(`/base${url}`, '/base')).toEqual({ path, trailingSlash });
  });

  test.each([
    '/api/resources/a%2F..%2Fb',
    '/api/resources/a%00b',
    '/api/resources/%ff',
    '/api/resources/%C3',
    `/api/resources/${'x'.repeat(256)}`,
    `/api/resources/${'%C3%A4'.repeat(128)}`,
    `/api/resources/${'x/'.repeat(2_100)}`,
    `/api/resources/${'x'.repeat(20_000)}`,
  ])('%s is refused', async (url) => {
    expect(await pathFor(url)).toMatch(/^400 Bad Request/);
  });
});

describe('a query', () => {
  test('has one value for each name, and none that every object has', () => {
    const query = parseQuery('a=1&b=x+y%2B&a=1&c&__proto__=p&constructor=q');
    expect({ ...query }).toEqual({
      a: '1',
      b: 'x y+',
      c: '',
      ['__proto__']: 'p',
      constructor: 'q',
    });
    expect(parseQuery('')['toString']).toBeUndefined();
  });

  test('with two values for a name is refused; a repeated value is accepted', async () => {
    const app = openTestHttp();
    app.get('/a', { config }, (request) => queryOf(request));
    expect((await app.inject('/a?x=1&x=1')).json()).toEqual({ x: '1' });
    expect((await app.inject('/a?override=false&override=true')).statusCode).toBe(400);
    expect((await app.inject('/a?x=&x=1')).statusCode).toBe(400);
  });

  test.each([
    ['flag=true', true],
    ['flag=TRUE', false],
    ['flag=1', false],
    ['flag', false],
    ['', false],
  ])('"%s" sets a flag: %s', async (query, isSet) => {
    const app = openTestHttp();
    app.get('/a', { config }, (request) => ({ isSet: isFlagSet(request, 'flag') }));
    expect((await app.inject(`/a?${query}`)).json()).toEqual({ isSet });
  });
});

describe('a body of JSON', () => {
  const shape = z.object({ name: z.string(), depth: z.object({ size: z.int() }).optional() });

  async function send(payload: string | Buffer, isAdmitted = true) {
    const app = openTestHttp();
    app.route({
      method: 'POST',
      url: '/a',
      config,
      handler: (request) => {
        if (!isAdmitted) {
          request.reauthorize = () => Promise.reject(new AppError('not-authenticated', 'ended'));
        }
        return readJson(request, shape, { maxBytes: 64, whenEmpty: 'nothing sent' });
      },
    });
    app.decorateRequest('reauthorize', undefined);
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/a', payload });
    return statusCode === 200 ? (JSON.parse(body) as object) : body.trim();
  }

  test('is parsed up to its end, and keeps only known fields', async () => {
    expect(await send('{"name":"a"}')).toEqual({ name: 'a' });
    expect(await send(' {"name":"a","other":1} trailing')).toEqual({ name: 'a' });
    expect(await send('{"name":"ä","depth":{"size":1}}')).toEqual({
      name: 'ä',
      depth: { size: 1 },
    });
  });

  test.each([
    ['', '400 Bad Request (nothing sent)'],
    [' \n', '400 Bad Request (nothing sent)'],
    ['{"name":', '400 Bad Request (the body is not JSON)'],
    ['name', '400 Bad Request (the body is not JSON)'],
    ['x'.repeat(65), '413 Request Entity Too Large'],
    [Buffer.from([0x7b, 0xff, 0x7d]), '400 Bad Request (the body is not JSON)'],
  ])('%j is refused: %s', async (payload, refusal) => {
    expect(await send(payload)).toBe(refusal);
  });

  test('of another type is refused with the name of the wrong field', async () => {
    expect(await send('{"name":1}')).toMatch(/^400 Bad Request \(name: /);
    expect(await send('{"name":"a","depth":{"size":"1"}}')).toMatch(/\(depth\.size: /);
    expect(await send('[]')).toMatch(/^400 Bad Request \([^:]+: /);
    expect(await send('"text"')).toMatch(/^400 Bad Request/);
  });

  test('of a user whose session has ended in the meantime is refused, whatever its contents', async () => {
    expect(await send('{"name":"a"}', false)).toBe('401 Unauthorized');
    expect(await send('', false)).toBe('401 Unauthorized');
  });
});

describe('headers', () => {
  async function factsFor(headers: Readonly<Record<string, string>>) {
    const app = openTestHttp();
    app.get('/a', { config }, (request) => ({
      modifiedMs: modifiedMsOf(request),
      bytes: announcedBytes(request),
    }));
    const { statusCode, body } = await app.inject({ url: '/a', headers });
    return statusCode === 200 ? (JSON.parse(body) as object) : statusCode;
  }

  test('state the time of a file in milliseconds', async () => {
    expect(await factsFor({})).toEqual({ bytes: 0 });
    expect(await factsFor({ 'x-modified': '0' })).toMatchObject({ modifiedMs: 0 });
    const most = 8_640_000_000_000_000;
    expect(await factsFor({ 'x-modified': `${most}` })).toMatchObject({ modifiedMs: most });
  });

  test.each(['', '-1', '1.5', '1e3', '0x10', ' 1', '8640000000000001', '99999999999999999', 'x'])(
    'with the time "%s" are refused',
    async (time) => {
      expect(await factsFor({ 'x-modified': time })).toBe(400);
    },
  );

  test('announce the length of a body, or that it is not known', async () => {
    expect(await factsFor({ 'content-length': '12' })).toEqual({ bytes: 12 });
    expect(await factsFor({ 'transfer-encoding': 'chunked' })).toEqual({});
  });
});
