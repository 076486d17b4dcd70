export interface Country {
  zh: string;
  en: string;
  three: string;
  zone: string;
  /** Where parcels arrive. */
  hub: string;
  /** Fen for a kilogram of the standard line. */
  perKg: number;
}

export const COUNTRIES: Readonly<Record<string, Country>> = {
  US: { zh: '美国', en: 'United States', three: 'USA', zone: 'America/New_York', hub: 'New York', perKg: 8200 },
  CA: { zh: '加拿大', en: 'Canada', three: 'CAN', zone: 'America/Toronto', hub: 'Toronto', perKg: 7600 },
  MX: { zh: '墨西哥', en: 'Mexico', three: 'MEX', zone: 'America/Mexico_City', hub: 'Mexico City', perKg: 8800 },
  BR: { zh: '巴西', en: 'Brazil', three: 'BRA', zone: 'America/Sao_Paulo', hub: 'Curitiba', perKg: 9900 },
  GB: { zh: '英国', en: 'United Kingdom', three: 'GBR', zone: 'Europe/London', hub: 'London', perKg: 4600 },
  DE: { zh: '德国', en: 'Germany', three: 'DEU', zone: 'Europe/Berlin', hub: 'Frankfurt', perKg: 5100 },
  FR: { zh: '法国', en: 'France', three: 'FRA', zone: 'Europe/Paris', hub: 'Paris', perKg: 5500 },
  ES: { zh: '西班牙', en: 'Spain', three: 'ESP', zone: 'Europe/Madrid', hub: 'Madrid', perKg: 5300 },
  IT: { zh: '意大利', en: 'Italy', three: 'ITA', zone: 'Europe/Rome', hub: 'Milan', perKg: 5700 },
  PL: { zh: '波兰', en: 'Poland', three: 'POL', zone: 'Europe/Warsaw', hub: 'Warsaw', perKg: 4900 },
  AU: { zh: '澳大利亚', en: 'Australia', three: 'AUS', zone: 'Australia/Sydney', hub: 'Sydney', perKg: 6200 },
  JP: { zh: '日本', en: 'Japan', three: 'JPN', zone: 'Asia/Tokyo', hub: 'Osaka', perKg: 3400 },
};

export interface Product {
  code: string;
  name: string;
  group: string;
  /** Y: with a tracking number at once; W: it comes with the last mile; N: never. */
  trackType: 'Y' | 'W' | 'N';
  /** Undefined: everywhere. */
  countries?: readonly string[];
  factor: number;
  registrationFen: number;
  mostGrams: number;
  days: string;
  /** Its labels come inside the answer, others by an address. */
  inline: boolean;
}

export const PRODUCTS: readonly Product[] = [
  {
    ...{ code: 'TWSTD', name: '全球专线挂号（标准）', group: 'MA', trackType: 'Y', factor: 1, registrationFen: 1800 },
    ...{ mostGrams: 30_000, days: '7-12', inline: true },
  },
  {
    ...{
      code: 'TWFST',
      name: '全球专线挂号（快速）',
      group: 'PY',
      trackType: 'Y',
      factor: 1.35,
      registrationFen: 2200,
    },
    ...{ countries: ['US', 'GB', 'DE', 'FR'], mostGrams: 30_000, days: '5-8', inline: true },
  },
  {
    ...{ code: 'TWECO', name: '全球经济专线', group: 'EM', trackType: 'W', factor: 0.8, registrationFen: 900 },
    ...{ mostGrams: 5_000, days: '12-20', inline: false },
  },
  {
    ...{ code: 'TWMIN', name: '平邮小包', group: 'EM', trackType: 'N', factor: 0.7, registrationFen: 0 },
    ...{ countries: ['US', 'GB', 'DE', 'AU', 'JP'], mostGrams: 2_000, days: '15-30', inline: false },
  },
];

export const sells = (product: Product, country: string): boolean =>
  country in COUNTRIES && (product.countries?.includes(country) ?? true);

const yuan = (fen: number): number => Math.round(fen) / 100;

/** Fees of the sandbox's own: plausible by country and weight, not the carrier's. Volume counts by 8000. */
export function feesOf(product: Product, country: string, grams: number, cm: readonly number[]) {
  const [length = 0, width = 0, height = 0] = cm;
  const billed = Math.max(50, grams, ((length * width * height) / 8000) * 1000);
  const freight = ((COUNTRIES[country]?.perKg ?? 0) * product.factor * billed) / 1000;
  const rows = [
    { fee_name: 'E1', fen: freight },
    { fee_name: 'E2', fen: product.registrationFen },
  ];
  return rows
    .filter(({ fen }) => fen > 0)
    .map(({ fee_name, fen }) => ({
      product_code: product.code,
      product_name: product.name,
      fee_name,
      calculate_amount: yuan(fen),
      currency: 'RMB',
      interval_day: product.days,
      price_name: `${product.name}A价`,
      price_type: 'MK',
      convert_currency: 'RMB',
      rate: 1,
      convert_amount: yuan(fen),
    }));
}
