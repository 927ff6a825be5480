import { Share, SHARE_COLUMNS, SHARE_UNITS, SHARES_URL, ShareUses } from '#contract/shares.ts';
import { z } from 'zod';
import {
  type DescribedOperation,
  done,
  inPath,
  inQuery,
  json,
  NUMBER,
  ofPages,
  PAGE_HEADERS,
  PATH,
  sentJson,
} from '../operation.ts';

const HASH = inPath('hash', 'Of a link.');

const NewShare = z.object({
  password: z.string().optional(),
  expires: z.union([z.string(), z.number()]).optional(),
  unit: z.enum(['', ...SHARE_UNITS]).optional(),
});

export const LINK_OPERATIONS: readonly DescribedOperation[] = [
  {
    method: 'get',
    path: SHARES_URL,
    group: 'Links',
    summary: 'List links',
    description: 'One’s own; administrators are told everybody’s.',
    parameters: ofPages(SHARE_COLUMNS),
    replies: {
      200: json(
        'All by owner, and of each what never ends first, then what ends soonest; or a page.',
        z.array(Share),
        PAGE_HEADERS,
      ),
    },
    refusals: ['invalid-request', 'too-many-requests'],
  },
  {
    method: 'get',
    path: '/api/share/{path}',
    group: 'Links',
    summary: 'List the links to an item',
    parameters: [PATH],
    replies: { 200: json('One’s own links to it.', z.array(Share)) },
    refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-many-requests'],
  },
  {
    method: 'post',
    path: '/api/share/{path}',
    group: 'Links',
    summary: 'Make a link to an item',
    parameters: [
      PATH,
      inQuery('expires', 'As in the body, which wins.'),
      inQuery('unit', 'As in the body, which wins.', { enum: ['', ...SHARE_UNITS] }),
    ],
    body: sentJson(NewShare),
    replies: { 200: json('The link.', Share) },
    refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-large'],
  },
  {
    method: 'delete',
    path: '/api/share/{path}',
    group: 'Links',
    summary: 'End a link',
    parameters: [inPath('path', 'Here the hash of the link, as old clients send it.')],
    replies: { 200: done('It has ended.') },
    refusals: ['invalid-path', 'not-found'],
  },
  {
    method: 'get',
    path: '/api/links/{hash}/uses',
    group: 'Links',
    summary: 'Tell who has used a link',
    parameters: [HASH, inQuery('before', 'The id of the last use that is known.', NUMBER)],
    replies: { 200: json('The newest first, some of them.', ShareUses) },
    refusals: ['invalid-request', 'not-found'],
  },
  {
    method: 'post',
    path: '/api/links/{hash}/adopt',
    group: 'Links',
    summary: 'Say that a replaced item is what is meant',
    parameters: [HASH],
    replies: { 200: json('The link, which leads to it from now on.', Share) },
    refusals: ['not-found'],
  },
];
