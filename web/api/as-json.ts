/** Returns the options of a request that sends a value as JSON. */
export function asJson(body: unknown): RequestInit {
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}
