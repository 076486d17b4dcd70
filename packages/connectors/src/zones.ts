import type { Instant } from './types.ts';

/**
 * The clock of a place, for times that are told without a zone. One zone stands for all countries that have kept the
 * same time since 2024; of a country with several it is the zone of most people. Source: IANA time zone database,
 * zone.tab (public domain).
 */
const BY_COUNTRY: Readonly<Record<string, string>> = {
  'Africa/Abidjan': 'BF CI GH GM GN GW IS LR ML MR SH SL SN ST TG',
  'Africa/Cairo': 'EG',
  'Africa/Casablanca': 'EH MA',
  'Africa/Johannesburg': 'BI BW LS LY MW MZ NA RW SD SS SZ ZA ZM ZW',
  'Africa/Lagos': 'AO BJ CD CF CG CM DZ GA GQ NE NG TD TN',
  'Africa/Nairobi': 'BH BY DJ ER ET IQ JO KE KM KW MG QA RU SA SO SY TR TZ UG YE YT',
  'America/Asuncion': 'PY',
  'America/Guatemala': 'BZ CR GT HN MX NI SV',
  'America/Havana': 'CU',
  'America/Miquelon': 'PM',
  'America/New_York': 'BS CA HT TC US',
  'America/Nuuk': 'GL',
  'America/Panama': 'CO EC JM KY PA PE',
  'America/Puerto_Rico': 'AG AI AW BB BL BO BQ CW DM DO GD GP GY KN LC MF MQ MS PR SX TT VC VE VG VI',
  'America/Santiago': 'CL',
  'America/Sao_Paulo': 'AR BR FK GF SR UY',
  'Asia/Almaty': 'KZ',
  'Asia/Bangkok': 'CX ID KH LA TH VN',
  'Asia/Beirut': 'LB',
  'Asia/Dhaka': 'BD BT IO KG',
  'Asia/Dubai': 'AE AM AZ GE MU OM RE SC',
  'Asia/Gaza': 'PS',
  'Asia/Jerusalem': 'IL',
  'Asia/Kabul': 'AF',
  'Asia/Karachi': 'MV PK TJ TM UZ',
  'Asia/Kathmandu': 'NP',
  'Asia/Kolkata': 'IN LK',
  'Asia/Shanghai': 'BN CN HK MN MO MY PH SG TW',
  'Asia/Tehran': 'IR',
  'Asia/Tokyo': 'JP KP KR PW TL',
  'Asia/Yangon': 'CC MM',
  'Atlantic/Bermuda': 'BM',
  'Atlantic/Cape_Verde': 'CV',
  'Australia/Sydney': 'AU',
  'Europe/Athens': 'AX BG CY EE FI GR LT LV RO UA',
  'Europe/Chisinau': 'MD',
  'Europe/London': 'FO GB GG IE IM JE PT',
  'Europe/Paris': 'AD AL AT BA BE CH CZ DE DK ES FR GI HR HU IT LI LU MC ME MK MT NL NO PL RS SE SI SK SM VA XK',
  'Pacific/Auckland': 'NZ',
  'Pacific/Fiji': 'FJ KI MH NR TV WF',
  'Pacific/Guadalcanal': 'FM NC SB VU',
  'Pacific/Norfolk': 'NF',
  'Pacific/Pago_Pago': 'AS NU',
  'Pacific/Pitcairn': 'PN',
  'Pacific/Port_Moresby': 'GU MP PG',
  'Pacific/Rarotonga': 'CK PF',
  'Pacific/Tongatapu': 'TK TO WS',
};

/** Of a state with two zones the one that most of it lives by (49 CFR part 71). */
const BY_STATE: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
  'Pacific/Guam': 'GU MP',
  'Pacific/Pago_Pago': 'AS',
};

/**
 * First three digits of ZIP codes that keep another time than most of their state: El Paso, the west of Florida and of
 * the Dakotas and Nebraska, the east of Tennessee, the west of Kentucky, the corners of Indiana, the north of Idaho.
 */
const BY_ZIP: Readonly<Record<string, string>> = {
  'America/New_York': '374 376 377 378 379',
  'America/Chicago': '324 325 420 421 422 423 424 463 464 476 477',
  'America/Denver': '577 586 693 798 799 885',
  'America/Los_Angeles': '835 838',
};

const BY_PROVINCE: Readonly<Record<string, string>> = {
  'America/Toronto': 'ON QC NU',
  'America/Winnipeg': 'MB',
  'America/Regina': 'SK',
  'America/Edmonton': 'AB NT',
  'America/Vancouver': 'BC',
  'America/Whitehorse': 'YT',
  'America/Halifax': 'NB NS PE',
  'America/St_Johns': 'NL',
};

function byPlace(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([zone, places]) => places.split(' ').map((one): [string, string] => [one, zone])),
  );
}

const country = byPlace(BY_COUNTRY);
const state = byPlace(BY_STATE);
const zip = byPlace(BY_ZIP);
const province = byPlace(BY_PROVINCE);

/** The zone of a state of the United States by its two letters. */
export const zoneOfState = (code: string): string | undefined => state.get(code.toUpperCase());

/** Undefined for a country that the table does not know. */
export function zoneOfPlace(place: { country: string; state?: string; postalCode?: string }): string | undefined {
  const [land, part] = [place.country.toUpperCase(), (place.state ?? '').toUpperCase()];
  if (land === 'US') return zip.get((place.postalCode ?? '').slice(0, 3)) ?? state.get(part) ?? country.get(land);
  if (land === 'CA') return province.get(part) ?? country.get(land);
  return country.get(land);
}

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Making one takes fifty times as long as reading it. @throws RangeError for a zone that nobody keeps */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** What the clock of a zone shows ("2026-01-05T14:15:00"), as an instant. Undefined where it is no time. */
export function instantIn(timeZone: string, local: string): Instant | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // What the zone's clock is ahead of UTC, looked at twice: once may be on the other side of a change of the clocks.
  const clock = clockOf(timeZone);
  const ahead = (at: number) => Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) - at;
  const first = asUtc - ahead(asUtc);
  return new Date(asUtc - ahead(first)).toISOString();
}
