import { ConnectorError } from '../../types.ts';

/** Where Temu keeps a shop's data; each has a host, a portal and apps of its own. */
const REGIONS = [
  { code: 'US', name: ['美国', 'United States'], address: 'api', host: 'https://openapi-b-us.temu.com' },
  { code: 'EU', name: ['欧洲', 'Europe'], address: 'apiEu', host: 'https://openapi-b-eu.temu.com' },
  {
    code: 'GLOBAL',
    name: ['其他国家', 'Other countries'],
    address: 'apiGlobal',
    host: 'https://openapi-b-global.temu.com',
  },
] as const;

export type RegionCode = (typeof REGIONS)[number]['code'];
export const TEMU_REGIONS = REGIONS;

/** @throws ConnectorError `rejected` for a region that Temu does not have */
export function findRegion(code: string | undefined): (typeof REGIONS)[number] {
  const found = REGIONS.find((one) => one.code === (code ?? 'US'));
  if (found) return found;
  throw new ConnectorError('temu', 'rejected', `Temu has no region ${code}`, { code: 'NO_SUCH_REGION' });
}

/** By Temu's number of a country: known where neither prices nor amounts may be read. */
const CURRENCY: Readonly<Record<string, string>> = { 211: 'USD', 128: 'MXN', 29: 'BRL', 98: 'EUR' };
export const UNITED_STATES = '211';

export const currencyOf = (regionId: string | undefined): string | undefined => CURRENCY[regionId ?? ''];
