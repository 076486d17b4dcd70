import { bad, Problem } from './problems.ts';
import { AREAS } from './tariff.ts';

/** Cities by the beginning of their postal code: a few that tests and trials ask for. */
const CITIES: Readonly<Record<string, readonly (readonly [code: string, city: string])[]>> = {
  US: [
    ['30005', 'ALPHARETTA'],
    ['30009', 'ALPHARETTA'],
    ['21093', 'TIMONIUM'],
    ['78701', 'AUSTIN'],
    ['10001', 'NEW YORK'],
  ],
  DE: [
    ['53113', 'BONN'],
    ['53225', 'BONN'],
    ['10117', 'BERLIN'],
  ],
};

export function checkPlace(received: Record<string, string>): object {
  const { type = '', countryCode = '', postalCode = '', cityName = '', strictValidation = 'true' } = received;
  if (type !== 'pickup' && type !== 'delivery')
    throw new Problem(400, 'Missing parameters', 'Missing mandatory parameters: type');
  if (!/^[A-Z]{2}$/.test(countryCode)) throw bad('Parameters not having correct format: countryCode (maxLength=2)');
  if (cityName.length > 45) throw bad('Parameters not having correct format: cityName (maxLength=45)');
  const area = AREAS[countryCode];
  const known = CITIES[countryCode] ?? [];
  const city = cityName.toUpperCase();
  const exact = known.filter(([code, name]) => code === postalCode.slice(0, 5) && name === city);
  const near =
    strictValidation === 'true' ? [] : known.filter(([code, name]) => code === postalCode.slice(0, 5) || name === city);
  const found = exact.length > 0 ? exact : near;
  if (!area || found.length === 0)
    throw bad('3004: The location is not found. Please check postal code, city and country.');
  return {
    warnings: exact.length > 0 ? [] : ['Several places fit or the place was corrected'],
    address: found.map(([code, name]) => ({
      countryCode,
      postalCode: code,
      cityName: name,
      serviceArea: { code: area.code, description: area.city.toUpperCase(), GMTOffset: area.offset },
    })),
  };
}
