import { texts as bills } from './bills/bills.texts.ts';
import { texts as calculators } from './calculators/calculators.texts.ts';
import { texts as duties } from './duties/duties.texts.ts';
import { texts as logistics } from './logistics.texts.ts';
import { texts as manifest } from './manifest/manifest.texts.ts';
import { texts as names } from './names/names.texts.ts';
import { texts as rates } from './rates/rates.texts.ts';

/** Merges groups of the same name. */
export const texts = [logistics, bills, manifest, rates, calculators, names, duties];
