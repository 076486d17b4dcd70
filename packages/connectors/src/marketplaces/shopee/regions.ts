/** Shopee's markets: a shop belongs to one, and Shopee tells a shop's market but not its currency. */
const REGIONS: Readonly<Record<string, readonly [currency: string, timeZone: string]>> = {
  SG: ['SGD', 'Asia/Singapore'],
  MY: ['MYR', 'Asia/Kuala_Lumpur'],
  TH: ['THB', 'Asia/Bangkok'],
  PH: ['PHP', 'Asia/Manila'],
  VN: ['VND', 'Asia/Ho_Chi_Minh'],
  ID: ['IDR', 'Asia/Jakarta'],
  TW: ['TWD', 'Asia/Taipei'],
  BR: ['BRL', 'America/Sao_Paulo'],
  MX: ['MXN', 'America/Mexico_City'],
  CL: ['CLP', 'America/Santiago'],
  CO: ['COP', 'America/Bogota'],
  AR: ['ARS', 'America/Argentina/Buenos_Aires'],
  PL: ['PLN', 'Europe/Warsaw'],
  ES: ['EUR', 'Europe/Madrid'],
  FR: ['EUR', 'Europe/Paris'],
};

export const currencyOf = (region: string | undefined): string | undefined => REGIONS[region ?? '']?.[0];

/** The day in the market, as people there write their pick-ups down: "2026-11-23". */
export function dayIn(region: string, instant: string): string {
  const timeZone = REGIONS[region]?.[1] ?? 'UTC';
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(instant),
  );
}
