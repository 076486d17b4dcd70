import { COUNTRY_CODES } from '@tradewind/contract/countries.ts';

const zh = new Intl.DisplayNames(['zh-CN'], { type: 'region' });
const en = new Intl.DisplayNames(['en'], { type: 'region' });

export const COUNTRIES = COUNTRY_CODES.map((code) => ({
  code,
  nameZh: zh.of(code) ?? code,
  nameEn: en.of(code) ?? code,
}));
