/** First three ZIP digits of each state (USPS publication 65), with the state's middle for distances. */
const STATES: Record<string, { zips: string; lat: number; lon: number }> = {
  AL: { zips: '350-369', lat: 32.8, lon: -86.8 },
  AK: { zips: '995-999', lat: 61.4, lon: -152.4 },
  AZ: { zips: '850-865', lat: 33.7, lon: -111.4 },
  AR: { zips: '716-729', lat: 35, lon: -92.4 },
  CA: { zips: '900-961', lat: 36.1, lon: -119.7 },
  CO: { zips: '800-816', lat: 39.1, lon: -105.3 },
  CT: { zips: '060-069', lat: 41.6, lon: -72.8 },
  DE: { zips: '197-199', lat: 39.3, lon: -75.5 },
  DC: { zips: '200,202-205', lat: 38.9, lon: -77 },
  FL: { zips: '320-349', lat: 27.8, lon: -81.7 },
  GA: { zips: '300-319,398-399', lat: 33, lon: -83.6 },
  HI: { zips: '967-968', lat: 21.1, lon: -157.5 },
  ID: { zips: '832-838', lat: 44.2, lon: -114.5 },
  IL: { zips: '600-629', lat: 40.3, lon: -89 },
  IN: { zips: '460-479', lat: 39.8, lon: -86.3 },
  IA: { zips: '500-528', lat: 42, lon: -93.2 },
  KS: { zips: '660-679', lat: 38.5, lon: -96.7 },
  KY: { zips: '400-427', lat: 37.7, lon: -84.7 },
  LA: { zips: '700-714', lat: 31.2, lon: -91.9 },
  ME: { zips: '039-049', lat: 44.7, lon: -69.4 },
  MD: { zips: '206-219', lat: 39.1, lon: -76.8 },
  MA: { zips: '010-027,055', lat: 42.2, lon: -71.5 },
  MI: { zips: '480-499', lat: 43.3, lon: -84.5 },
  MN: { zips: '550-567', lat: 45.7, lon: -93.9 },
  MS: { zips: '386-397', lat: 32.7, lon: -89.7 },
  MO: { zips: '630-658', lat: 38.5, lon: -92.3 },
  MT: { zips: '590-599', lat: 46.9, lon: -110.5 },
  NE: { zips: '680-693', lat: 41.1, lon: -98.3 },
  NV: { zips: '889-898', lat: 38.3, lon: -117.1 },
  NH: { zips: '030-038', lat: 43.5, lon: -71.6 },
  NJ: { zips: '070-089', lat: 40.3, lon: -74.5 },
  NM: { zips: '870-884', lat: 34.8, lon: -106.2 },
  NY: { zips: '005,063,100-149', lat: 42.2, lon: -74.9 },
  NC: { zips: '270-289', lat: 35.6, lon: -79.8 },
  ND: { zips: '580-588', lat: 47.5, lon: -99.8 },
  OH: { zips: '430-459', lat: 40.4, lon: -82.8 },
  OK: { zips: '730-749', lat: 35.6, lon: -96.9 },
  OR: { zips: '970-979', lat: 44.6, lon: -122.1 },
  PA: { zips: '150-196', lat: 40.6, lon: -77.2 },
  PR: { zips: '006-009', lat: 18.2, lon: -66.5 },
  RI: { zips: '028-029', lat: 41.7, lon: -71.5 },
  SC: { zips: '290-299', lat: 33.9, lon: -80.9 },
  SD: { zips: '570-577', lat: 44.3, lon: -99.4 },
  TN: { zips: '370-385', lat: 35.7, lon: -86.7 },
  TX: { zips: '733,750-799,885', lat: 31.1, lon: -97.6 },
  UT: { zips: '840-847', lat: 40.2, lon: -111.9 },
  VT: { zips: '050-054,056-059', lat: 44, lon: -72.7 },
  VA: { zips: '201,220-246', lat: 37.8, lon: -78.2 },
  WA: { zips: '980-994', lat: 47.4, lon: -121.5 },
  WV: { zips: '247-268', lat: 38.5, lon: -81 },
  WI: { zips: '530-549', lat: 44.3, lon: -89.6 },
  WY: { zips: '820-831', lat: 42.8, lon: -107.3 },
};

const POSTAL_FORMS: Record<string, RegExp> = {
  US: /^\d{5}(-?\d{4})?$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  DE: /^\d{5}$/,
  FR: /^\d{5}$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
  AU: /^\d{4}$/,
};

export function isState(code: string): boolean {
  return code in STATES;
}

export function zipInState(zip: string, state: string): boolean {
  const known = STATES[state];
  const three = Number(zip.slice(0, 3));
  if (!known) return false;
  return known.zips.split(',').some((range) => {
    const [low, high] = range.split('-').map(Number);
    return three >= low! && three <= (high ?? low!);
  });
}

export function stateOfZip(zip: string): string | undefined {
  return Object.keys(STATES).find((state) => zipInState(zip, state));
}

export function postalCodeFits(country: string, code: string): boolean {
  const form = POSTAL_FORMS[country];
  return form ? form.test(code) : true;
}

/** A stand-in for the published zone charts: zones 2 to 8 by the miles between two states. */
export function zoneBetween(from: { state: string; zip: string }, to: { state: string; zip: string }): number {
  const a = STATES[from.state];
  const b = STATES[to.state];
  if (!a || !b) return 8;
  if (from.zip.slice(0, 3) === to.zip.slice(0, 3)) return 2;
  const miles = Math.hypot((a.lat - b.lat) * 69, (a.lon - b.lon) * 54.6);
  const zone = [150, 300, 600, 1000, 1400, 1800].findIndex((limit) => miles <= limit);
  return zone < 0 ? 8 : zone + 2;
}

/** What a place's clock shows. States by the time that most of them keep; abroad by the capital's. */
const ZONES: Record<string, string> = {
  CST6CDT: 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  MST7MDT: 'CO ID MT NM UT WY',
  MST: 'AZ',
  PST8PDT: 'CA NV OR WA',
  'America/Juneau': 'AK',
  HST: 'HI',
  'America/Puerto_Rico': 'PR',
};
const CAPITALS: Record<string, string> = {
  GB: 'Europe/London',
  DE: 'Europe/Berlin',
  FR: 'Europe/Paris',
  IT: 'Europe/Rome',
  ES: 'Europe/Madrid',
  NL: 'Europe/Amsterdam',
  MX: 'America/Mexico_City',
  AU: 'Australia/Sydney',
  JP: 'Asia/Tokyo',
  CN: 'Asia/Shanghai',
};

export function clockAt(place: { country: string; state: string }, at: number) {
  const state = Object.entries(ZONES).find(([, states]) => states.split(' ').includes(place.state))?.[0];
  const timeZone = CAPITALS[place.country] ?? (place.country === 'US' ? state : undefined) ?? 'EST5EDT';
  const shown = new Date(at).toLocaleString('sv', { timeZone });
  const minutes = Math.round((Date.parse(`${shown.replace(' ', 'T')}Z`) - at) / 60_000);
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
  return { date: shown.slice(0, 10).replaceAll('-', ''), time: shown.slice(11).replaceAll(':', ''), offset };
}
