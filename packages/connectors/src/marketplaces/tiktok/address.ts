import { stateCode } from '../../places.ts';
import type { Address } from '../../types.ts';
import type { TiktokAddress } from './orderShape.ts';

/** What TikTok hides stays hidden ("J** D**"), what it leaves out stays empty. */
export function readAddress(told: TiktokAddress, email: string | undefined): Address | undefined {
  const country = told.region_code?.toUpperCase();
  if (!country || !/^[A-Z]{2}$/.test(country)) return undefined;
  const districts = (told.district_info ?? []).filter((one) => one.address_level !== 'L0' && one.address_name);
  const named = (words: RegExp) => districts.find((one) => words.test(one.address_level_name ?? ''))?.address_name;
  const first = districts.find((one) => one.address_level === 'L1')?.address_name;
  const state = named(/state|province|prefecture|region/i) ?? first;
  const city =
    named(/city|municipality/i) ?? told.post_town ?? named(/town|district/i) ?? districts.at(-1)?.address_name;
  const lines = [told.address_line1, told.address_line2, told.address_line3, told.address_line4];
  const [line1 = told.address_detail ?? told.full_address ?? '', ...more] = lines.filter((one) => one !== undefined);
  return {
    name: told.name ?? '',
    line1,
    ...(more.length > 0 ? { line2: more.join(', ') } : {}),
    city: city ?? '',
    ...(state ? { state: stateCode(country, state) } : {}),
    postalCode: told.postal_code ?? '',
    country,
    ...(told.phone_number ? { phone: told.phone_number } : {}),
    ...(email ? { email } : {}),
  };
}
