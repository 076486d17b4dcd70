import type { CarrierAccess, Parcel, RateQuote } from '../../types.ts';
import { isDeclared } from '../customsUnion.ts';

interface Service {
  code: string;
  name: string;
  /** The two digits that stand for it in a billing number. */
  procedure: string;
  mostGrams: number;
  fits(parcel: Parcel): boolean;
}

const KG = 1000;
const inland = ({ to }: Parcel): boolean => to.country === 'DE';
const isBack = ({ isReturn = false }: Parcel): boolean => isReturn;

/** Parcels of DHL Paket start in Germany, wherever the seller is. */
export const SERVICES: readonly Service[] = [
  {
    ...{ code: 'V62KP', name: 'DHL Kleinpaket', procedure: '62', mostGrams: KG },
    fits: (parcel) => inland(parcel) && !isBack(parcel) && isSmall(parcel, [353, 250, 100]),
  },
  {
    ...{ code: 'V01PAK', name: 'DHL Paket', procedure: '01', mostGrams: 31.5 * KG },
    fits: (parcel) => inland(parcel) && !isBack(parcel),
  },
  {
    ...{ code: 'V66WPI', name: 'DHL Warenpost International', procedure: '66', mostGrams: KG },
    fits: (parcel) => !inland(parcel) && !isBack(parcel) && isSmall(parcel, [353, 250, 100]),
  },
  {
    ...{ code: 'V53WPAK', name: 'DHL Paket International', procedure: '53', mostGrams: 31.5 * KG },
    fits: (parcel) => !inland(parcel) && !isBack(parcel),
  },
  {
    ...{ code: 'V54EPAK', name: 'DHL Europaket', procedure: '54', mostGrams: 31.5 * KG },
    fits: (parcel) => !inland(parcel) && !isBack(parcel) && !isDeclared('DE', parcel.to.country),
  },
  { ...{ code: 'V07PAK', name: 'DHL Retoure', procedure: '07', mostGrams: 31.5 * KG }, fits: isBack },
];

/** Sides that are not known do not exclude it. */
function isSmall({ lengthMm = 0, widthMm = 0, heightMm = 0 }: Parcel, most: readonly number[]): boolean {
  const sides = [lengthMm, widthMm, heightMm].toSorted((a, b) => b - a);
  return sides.every((side, index) => side <= (most[index] ?? 0));
}

/** Customer, procedure, participation: 10 + 2 + 2 digits. */
export function billingNumber({ accountNumber, keys }: CarrierAccess, code: string): string {
  const procedure = SERVICES.find((one) => one.code === code)?.procedure ?? code.slice(1, 3);
  return `${accountNumber}${procedure}${keys.participation || '01'}`;
}

/** DHL sells by contract and has no calculator: what is possible, without a price. Own rate cards price it. */
export async function possible(_access: CarrierAccess, parcel: Parcel): Promise<RateQuote[]> {
  return SERVICES.filter((one) => parcel.weightGrams <= one.mostGrams && one.fits(parcel)).map(({ code, name }) => ({
    ...{ serviceCode: code, serviceName: name, amount: '0', listAmount: '0', currency: '', surcharges: [] },
  }));
}
