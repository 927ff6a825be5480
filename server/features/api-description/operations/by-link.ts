import { Selection, SelectionReply } from '#contract/archives.ts';
import { PublicFile, PublicFolder } from '#contract/shares.ts';
import { z } from 'zod';
import {
  type DescribedOperation,
  inPath,
  inQuery,
  json,
  type Parameter,
  sentJson,
} from '../operation.ts';
import {
  DOWNLOAD_PARAMETERS,
  DOWNLOAD_REFUSALS,
  DOWNLOAD_REPLIES,
  INLINE,
  PREVIEW_REFUSALS,
  PREVIEW_REPLIES,
  SIZE,
  VERSION,
} from './downloads.ts';

const HASH = inPath('hash', 'Of the link.');
const BELOW = inPath('path', 'Below the item that the link leads to.');
const TOKEN = inQuery('token', 'Of a link with a password, instead of the password itself.');

/** The item of a link has an address, and all below it has. */
function itemAndBelow(
  path: string,
  operation: Omit<DescribedOperation, 'path'> & { readonly parameters: readonly Parameter[] },
): readonly DescribedOperation[] {
  const below = [...operation.parameters.filter(({ in: place }) => place === 'path'), BELOW];
  const others = operation.parameters.filter(({ in: place }) => place !== 'path');
  return [
    { ...operation, path },
    { ...operation, path: `${path}/{path}`, parameters: [...below, ...others] },
  ];
}

export const BY_LINK_OPERATIONS: readonly DescribedOperation[] = [
  ...itemAndBelow('/api/public/share/{hash}', {
    method: 'get',
    group: 'By link',
    summary: 'Tell of what a link leads to',
    parameters: [HASH, TOKEN],
    replies: {
      200: json('The folder with its items, or the file.', z.union([PublicFolder, PublicFile])),
    },
    refusals: ['invalid-path', 'too-many-requests'],
  }),
  ...itemAndBelow('/api/public/dl/{hash}', {
    method: 'get',
    group: 'By link',
    summary: 'Download what a link leads to',
    parameters: [HASH, TOKEN, ...DOWNLOAD_PARAMETERS],
    replies: DOWNLOAD_REPLIES,
    refusals: DOWNLOAD_REFUSALS,
  }),
  ...itemAndBelow('/api/public/preview/{size}/{hash}', {
    method: 'get',
    group: 'By link',
    summary: 'Get a smaller picture of a picture or a video',
    parameters: [SIZE, HASH, TOKEN, INLINE, VERSION],
    replies: PREVIEW_REPLIES,
    refusals: PREVIEW_REFUSALS,
  }),
  {
    method: 'post',
    path: '/api/public/selections/{hash}',
    group: 'By link',
    summary: 'Name many items that are to be downloaded together',
    parameters: [HASH, TOKEN],
    body: sentJson(Selection),
    replies: { 200: json('What stands for them as “selection”.', SelectionReply) },
    refusals: ['invalid-path', 'invalid-request', 'too-large', 'too-many-requests'],
  },
];
