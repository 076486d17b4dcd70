import { z } from 'zod';
import { countryCode, stateCode } from '../../places.ts';
import { optionalText } from '../../read.ts';
import type { Address } from '../../types.ts';
import type { SheinOrder } from './orderShape.ts';

export const exportedShape = z.object({
  firstName: optionalText,
  middleName: optionalText,
  lastName: optionalText,
  country: optionalText,
  province: optionalText,
  city: optionalText,
  district: optionalText,
  street: optionalText,
  address: optionalText,
  addressExt: optionalText,
  phone: optionalText,
  postCode: optionalText,
  email: optionalText,
});
type Exported = z.output<typeof exportedShape>;

/** An order says only the place; name, street and phone have to be asked for. */
export function readAddress(order: SheinOrder, answered: Exported | undefined): Address | undefined {
  const place = { ...order.receiveMsg, ...withoutGaps(answered) };
  const country = countryCode(place.country);
  if (!country) return undefined;
  const [line1 = '', ...more] = [place.address, place.addressExt, place.street, place.district].filter(Boolean);
  return {
    name: [place.firstName, place.middleName, place.lastName].filter(Boolean).join(' '),
    line1,
    ...(more.length > 0 ? { line2: more.join(', ') } : {}),
    city: place.city ?? '',
    ...(place.province ? { state: stateCode(country, place.province) } : {}),
    postalCode: place.postCode ?? '',
    country,
    ...(place.phone ? { phone: place.phone } : {}),
    ...(place.email ? { email: place.email } : {}),
  };
}

const withoutGaps = (answered: Exported | undefined): Partial<Exported> =>
  Object.fromEntries(Object.entries(answered ?? {}).filter(([, value]) => value !== undefined));
