import type { Device } from './device-of.ts';

/** Returns what a user logged in with. A program is anything without a known system, such as a script. */
export function kindOfDevice({ system }: Device): 'computer' | 'phone' | 'program' {
  if (system === undefined) return 'program';
  return system === 'iPhone' || system === 'Android' || system === 'iPad' ? 'phone' : 'computer';
}
