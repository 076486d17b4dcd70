/** The first step of its addresses, and its name for faults and settings. */
export type PlatformName = string;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a path of keys out of unknown JSON; a missing step gives undefined. */
export function at(value: unknown, ...keys: (string | number)[]): unknown {
  let current: unknown = value;
  for (const key of keys) {
    if (Array.isArray(current) && typeof key === 'number') current = current[key];
    else if (isRecord(current)) current = current[key];
    else return undefined;
  }
  return current;
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** UPS and others send one object or a list of them: always a list here. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

export function parseJson(raw: Buffer | undefined): unknown {
  if (!raw || raw.length === 0) return undefined;
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A token request's fields, whether sent as a form (also with raw, un-encoded signs) or as JSON. */
export function parseFields(raw: Buffer | undefined, contentType: string | undefined): Record<string, string> {
  if (!raw) return {};
  const body = raw.toString('utf8');
  if (contentType?.includes('json') || body.trimStart().startsWith('{')) {
    const parsed = parseJson(raw);
    if (!isRecord(parsed)) return {};
    return Object.fromEntries(Object.entries(parsed).map(([key, value]) => [key, text(value)]));
  }
  return Object.fromEntries(new URLSearchParams(body));
}
