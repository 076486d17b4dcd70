/** Lazada's countries: each has a gateway, a currency and a clock of its own. */
export interface Country {
  code: string;
  name: readonly [zh: string, en: string];
  host: string;
  currency: string;
  /** As addresses name it. */
  spelling: RegExp;
  /** Hours ahead of UTC; none of them knows summer time. */
  ahead: number;
}

export const COUNTRIES: readonly Country[] = [
  {
    code: 'SG',
    name: ['新加坡', 'Singapore'],
    host: 'api.lazada.sg',
    currency: 'SGD',
    spelling: /^singapore$/i,
    ahead: 8,
  },
  {
    code: 'MY',
    name: ['马来西亚', 'Malaysia'],
    host: 'api.lazada.com.my',
    currency: 'MYR',
    spelling: /^malaysia$/i,
    ahead: 8,
  },
  {
    code: 'TH',
    name: ['泰国', 'Thailand'],
    host: 'api.lazada.co.th',
    currency: 'THB',
    spelling: /^thailand$/i,
    ahead: 7,
  },
  {
    code: 'VN',
    name: ['越南', 'Vietnam'],
    host: 'api.lazada.vn',
    currency: 'VND',
    spelling: /^viet ?nam$/i,
    ahead: 7,
  },
  {
    code: 'PH',
    name: ['菲律宾', 'Philippines'],
    host: 'api.lazada.com.ph',
    currency: 'PHP',
    spelling: /^philippines$/i,
    ahead: 8,
  },
  {
    code: 'ID',
    name: ['印度尼西亚', 'Indonesia'],
    host: 'api.lazada.co.id',
    currency: 'IDR',
    spelling: /^indonesia$/i,
    ahead: 7,
  },
];

export const countryOf = (code: string | undefined): Country | undefined =>
  COUNTRIES.find((one) => one.code === code?.toUpperCase());

export const codeOfName = (name: string | undefined): string | undefined =>
  COUNTRIES.find((one) => one.spelling.test(name?.trim() ?? ''))?.code;

const HOUR_MS = 3_600_000;

/** The day on the country's calendar: "2026-11-23". */
export const dayIn = ({ ahead }: Country, ms: number): string =>
  new Date(ms + ahead * HOUR_MS).toISOString().slice(0, 10);

/** When that day begins there. */
export const startOf = ({ ahead }: Country, day: string): number => Date.parse(`${day}T00:00:00Z`) - ahead * HOUR_MS;
