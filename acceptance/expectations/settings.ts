import { untouchedRoot, type Expectations } from './expectation.ts';

export const SETTINGS: Expectations = {
  'quick setup': { 'GET /api/resources/ as root': untouchedRoot() },
};
