/** Names that sellers of the time knew, and today's tables write otherwise. */
const OTHER_NAMES: readonly (readonly [string, string])[] = [
  ['Czech Republic', 'CZ'],
  ['Hong Kong', 'HK'],
  ['Macao', 'MO'],
  ['Macau', 'MO'],
  ['Turkey', 'TR'],
];

function tableOf(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const table = new Map(OTHER_NAMES.map(([name, code]) => [name.toLowerCase(), code]));
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  for (const first of letters)
    for (const second of letters) {
      const code = first + second;
      const name = names.of(code);
      // Codes of countries that are no more stand for another one's name.
      if (name && code !== 'ZZ' && new Intl.Locale(`und-${code}`).region === code) table.set(name.toLowerCase(), code);
    }
  return table;
}

let table: ReadonlyMap<string, string> | undefined;

/** The code of a country that is told by its English name, or by the code itself. */
export function countryOf(answered: string): string | undefined {
  if (/^[A-Z]{2}$/.test(answered)) return answered;
  table ??= tableOf();
  return table.get(answered.toLowerCase());
}
