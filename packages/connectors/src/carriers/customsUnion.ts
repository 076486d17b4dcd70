/** Customs union of the EU, without parts of countries that stand outside of it (Canary Islands, Heligoland ...), and Monaco. */
const UNION = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '));

/** Whether a place is in the customs union, whose parcels IOSS numbers and values in euros go with. */
export const inCustomsUnion = (country: string): boolean => UNION.has(country);

/** Whether goods between two countries are declared to customs. */
export const isDeclared = (from: string, to: string): boolean =>
  from !== to && !(inCustomsUnion(from) && inCustomsUnion(to));
