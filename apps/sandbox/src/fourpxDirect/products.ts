export interface Product {
  code: string;
  cn: string;
  en: string;
  /** Undefined: everywhere. */
  countries?: readonly string[];
  /** Whether the last mile's number comes with the order, or in their warehouse. */
  number: 'now' | 'later';
  /** Whether both sides must have a telephone. */
  phone: boolean;
  mostGrams: number;
  fenPerKg: number;
  fenEach: number;
  days: string;
}

export const PRODUCTS: readonly Product[] = [
  {
    ...{
      code: 'TWPX',
      cn: '联邮通优先挂号',
      en: 'Priority registered',
      number: 'now',
      phone: false,
      mostGrams: 30_000,
    },
    ...{ fenPerKg: 7900, fenEach: 1900, days: '7-10' },
  },
  {
    ...{ code: 'TWQC', cn: '联邮通标准', en: 'Standard', number: 'later', phone: false, mostGrams: 5_000 },
    ...{ fenPerKg: 6100, fenEach: 1200, days: '10-18' },
  },
  {
    ...{ code: 'TWEX', cn: '全球特快', en: 'Express', countries: ['US', 'CA', 'AU'], number: 'now', phone: true },
    ...{ mostGrams: 20_000, fenPerKg: 11_800, fenEach: 2600, days: '4-6' },
  },
];

/** Where lines go, the currency customs want there, and the clock parcels are scanned by. */
export const COUNTRIES: Readonly<Record<string, { currency: string; offset: string; hub: string }>> = {
  US: { currency: 'USD', offset: '-05:00', hub: 'Los Angeles' },
  CA: { currency: 'USD', offset: '-05:00', hub: 'Toronto' },
  MX: { currency: 'USD', offset: '-06:00', hub: 'Mexico City' },
  BR: { currency: 'USD', offset: '-03:00', hub: 'Curitiba' },
  GB: { currency: 'USD', offset: '+00:00', hub: 'London' },
  AU: { currency: 'USD', offset: '+10:00', hub: 'Sydney' },
  JP: { currency: 'USD', offset: '+09:00', hub: 'Osaka' },
  DE: { currency: 'EUR', offset: '+01:00', hub: 'Frankfurt' },
  FR: { currency: 'EUR', offset: '+01:00', hub: 'Paris' },
};

export const sells = (product: Product, country: string): boolean =>
  country in COUNTRIES && (product.countries?.includes(country) ?? true);

/** A plausible figure of the sandbox's own; volume counts by 6000. */
export function costOf(product: Product, grams: number, cm: readonly number[]) {
  const [length = 0, width = 0, height = 0] = cm;
  const volume = Math.round(((length * width * height) / 6000) * 1000);
  const billed = Math.max(grams, volume);
  const fen = Math.round((product.fenPerKg * billed) / 1000) + product.fenEach;
  return {
    logistics_product_code: product.code,
    lump_sum_fee: (fen / 100).toFixed(2),
    charge_weight: String(billed),
    is_volume_cargo: volume > grams ? 'Y' : 'N',
    estimated_time: product.days,
    is_show_track: 'Y',
    remarks: '',
  };
}
