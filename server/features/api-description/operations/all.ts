import type { DescribedOperation } from '../operation.ts';
import { BY_LINK_OPERATIONS } from './by-link.ts';
import { COMMAND_OPERATIONS } from './commands.ts';
import { DOWNLOAD_OPERATIONS } from './downloads.ts';
import { FILE_OPERATIONS } from './files.ts';
import { LINK_OPERATIONS } from './links.ts';
import { PEOPLE_OPERATIONS } from './people.ts';
import { SEARCH_OPERATIONS } from './search.ts';
import { SERVER_OPERATIONS } from './server.ts';
import { SESSION_OPERATIONS } from './session.ts';
import { SETTINGS_OPERATIONS } from './settings.ts';
import { UPLOAD_OPERATIONS } from './uploads.ts';

/** In the order in which one gets to know them. */
export const OPERATIONS: readonly DescribedOperation[] = [
  ...SESSION_OPERATIONS,
  ...FILE_OPERATIONS,
  ...UPLOAD_OPERATIONS,
  ...DOWNLOAD_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...LINK_OPERATIONS,
  ...BY_LINK_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...SETTINGS_OPERATIONS,
  ...COMMAND_OPERATIONS,
  ...SERVER_OPERATIONS,
];
