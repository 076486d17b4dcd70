import { countryCode, stateCode } from '../../places.ts';
import type { Address } from '../../types.ts';
import type { TiktokAddress } from './orderShape.ts';

/** What TikTok hides stays hidden ("J** D**"), what it leaves out stays empty. */
export function readAddress(answered: TiktokAddress, email: string | undefined): Address | undefined {
  const whole = answered.district_info.find((one) => one.address_level === 'L0')?.address_name;
  const country = countryCode(answered.region_code) ?? countryCode(whole) ?? answered.region_code;
  if (!country) return undefined;
  const districts = answered.district_info.filter((one) => one.address_level !== 'L0' && one.address_name);
  const named = (words: RegExp) => districts.find((one) => words.test(one.address_level_name ?? ''))?.address_name;
  const first = districts.find((one) => one.address_level === 'L1')?.address_name;
  const state = named(/state|province|prefecture|region/i) ?? first;
  const city =
    named(/city|municipality/i) ?? answered.post_town ?? named(/town|district/i) ?? districts.at(-1)?.address_name;
  const lines = [answered.address_line1, answered.address_line2, answered.address_line3, answered.address_line4];
  const [line1 = answered.address_detail ?? answered.full_address ?? '', ...more] = lines.filter(
    (one) => one !== undefined,
  );
  return {
    name: answered.name ?? '',
    line1,
    ...(more.length > 0 ? { line2: more.join(', ') } : {}),
    city: city ?? '',
    ...(state ? { state: stateCode(country, state) } : {}),
    postalCode: answered.postal_code ?? '',
    country,
    ...(answered.phone_number ? { phone: answered.phone_number } : {}),
    ...(email ? { email } : {}),
  };
}
