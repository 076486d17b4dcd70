/** Some platforms write countries and the states of the United States out; carriers want their codes. */
const STATES = new Map(
  (
    'Alabama AL,Alaska AK,Arizona AZ,Arkansas AR,California CA,Colorado CO,Connecticut CT,Delaware DE,' +
    'District of Columbia DC,Florida FL,Georgia GA,Hawaii HI,Idaho ID,Illinois IL,Indiana IN,Iowa IA,Kansas KS,' +
    'Kentucky KY,Louisiana LA,Maine ME,Maryland MD,Massachusetts MA,Michigan MI,Minnesota MN,Mississippi MS,' +
    'Missouri MO,Montana MT,Nebraska NE,Nevada NV,New Hampshire NH,New Jersey NJ,New Mexico NM,New York NY,' +
    'North Carolina NC,North Dakota ND,Ohio OH,Oklahoma OK,Oregon OR,Pennsylvania PA,Puerto Rico PR,Rhode Island RI,' +
    'South Carolina SC,South Dakota SD,Tennessee TN,Texas TX,Utah UT,Vermont VT,Virginia VA,Washington WA,' +
    'West Virginia WV,Wisconsin WI,Wyoming WY'
  )
    .split(',')
    .map((one): [string, string] => [one.slice(0, -3).toLowerCase(), one.slice(-2)]),
);

/** The state as carriers want it: its code in the United States, elsewhere the name as it was told. */
export function stateCode(country: string, state: string): string {
  return (country === 'US' ? STATES.get(state.toLowerCase()) : undefined) ?? state;
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
let countries: Map<string, string> | undefined;

function allCountries(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const found = new Map([
    ['usa', 'US'],
    ['united states of america', 'US'],
    ['uk', 'GB'],
    ['great britain', 'GB'],
    ['czech republic', 'CZ'],
    ['korea', 'KR'],
    ['turkey', 'TR'],
  ]);
  for (const first of LETTERS)
    for (const second of LETTERS) {
      const name = names.of(first + second)?.toLowerCase();
      if (name && !found.has(name)) found.set(name, first + second);
    }
  return found;
}

/** ISO 3166-1 alpha-2 of a country told by its code or its English name; undefined when it is neither. */
export function countryCode(answered: string | undefined): string | undefined {
  const text = answered?.trim() ?? '';
  if (/^[A-Za-z]{2}$/.test(text) && text.toLowerCase() !== 'uk') return text.toUpperCase();
  countries ??= allCountries();
  return countries.get(text.toLowerCase());
}
