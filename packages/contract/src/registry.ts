import * as access from './access.ts';
import type { Call } from './call.ts';
import * as company from './company.ts';
import * as identity from './identity.ts';

/** Every call of every area, by area: what the server serves, the documents list and the tests walk. */
export const areas: Record<string, Record<string, unknown>> = { identity, access, company };

export interface NamedCall {
  area: string;
  name: string;
  call: Call;
}

export const calls: NamedCall[] = Object.entries(areas).flatMap(([area, exported]) =>
  Object.entries(exported).flatMap(([name, value]) => (isCall(value) ? [{ area, name, call: value }] : [])),
);

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'method' in value;
}
