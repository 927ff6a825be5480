import * as React from 'react';

/**
 * Stops React from recording a call stack for each element. In development it does so for the first 10,000 elements of each
 * second, to name the components in warnings, which took a fifth of the time of the tests.
 */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
if (typeof internals === 'object' && internals !== null) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} });
}
