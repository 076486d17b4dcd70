import type { z } from 'zod';
import { laxObject, laxText } from '../../lax.ts';
import { countryCode, stateCode } from '../../places.ts';
import type { Address } from '../../types.ts';
import type { SheinOrder } from './orderShape.ts';

export const exportedShape = laxObject({
  firstName: laxText,
  middleName: laxText,
  lastName: laxText,
  country: laxText,
  province: laxText,
  city: laxText,
  district: laxText,
  street: laxText,
  address: laxText,
  addressExt: laxText,
  phone: laxText,
  postCode: laxText,
  email: laxText,
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
