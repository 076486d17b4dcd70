import type { Service } from '../../marketplaces/ebay/edis.ts';
import type { CarrierAccess, CarrierService, Parcel, RateQuote } from '../../types.ts';
import { type EdisClient, sellerOf } from './client.ts';

type Preferences = Awaited<ReturnType<EdisClient['preferences']>>;

/** What a service must take of a parcel, and what of it is needed to order one. */
export interface Offer {
  service: Service;
  preferences: Preferences;
}

const centimetres = (mm: number | undefined): number => Math.ceil((mm ?? 0) / 10);
export const sidesOf = ({ lengthMm, widthMm, heightMm }: Parcel): number[] =>
  [lengthMm, widthMm, heightMm].map(centimetres);

const nameOf = ({ nameZh, nameEn, shippingServiceId }: Service): string => nameZh ?? nameEn ?? shippingServiceId;

/** eDIS says DDU for what the trade terms call DAP. */
export const incotermOf = ({ terms }: { terms: 'DDP' | 'DAP' }): string => (terms === 'DAP' ? 'DDU' : terms);

function takes({ directions, maxWeight, maxLength, maxTotalLength, incoterm }: Service, from: string, parcel: Parcel) {
  const sides = sidesOf(parcel);
  const goesThere = directions?.some((way) => way.to === parcel.to.country && (way.from ?? from) === from) ?? false;
  const isLight = parcel.weightGrams <= (maxWeight ?? Number.POSITIVE_INFINITY);
  const isShort = Math.max(...sides) <= (maxLength ?? Number.POSITIVE_INFINITY);
  const isSmall = sides.reduce((sum, side) => sum + side, 0) <= (maxTotalLength ?? Number.POSITIVE_INFINITY);
  const hasTerms = !parcel.customs || !incoterm || incoterm === incotermOf(parcel.customs);
  return goesThere && isLight && isShort && isSmall && hasTerms;
}

export function createOffers(client: EdisClient) {
  async function offers(access: CarrierAccess, parcel: Parcel): Promise<Offer[]> {
    const seller = sellerOf(access);
    const { consignPreferenceId = '' } = access.keys;
    const preferences = await client.preferences(seller, { postalCode: parcel.from.postalCode, consignPreferenceId });
    const all = await client.services(seller);
    return all.filter((one) => takes(one, preferences.country, parcel)).map((service) => ({ service, preferences }));
  }

  return {
    offers,

    async services(access: CarrierAccess): Promise<CarrierService[]> {
      const all = await client.services(sellerOf(access));
      return all.map((one) => ({ code: one.shippingServiceId, name: nameOf(one) }));
    },

    /** eDIS names a price only to who makes a package: none is known before. */
    async rates(access: CarrierAccess, parcel: Parcel): Promise<RateQuote[]> {
      const found = await offers(access, parcel);
      return found.map(({ service }) => ({
        serviceCode: service.shippingServiceId,
        serviceName: nameOf(service),
        ...{ amount: '0', listAmount: '0', currency: '', surcharges: [] },
      }));
    },
  };
}

export type Offers = ReturnType<typeof createOffers>;
