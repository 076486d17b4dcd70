import { texts as catalog } from './catalog.texts.ts';
import { texts as families } from './families/families.texts.ts';
import { texts as forecast } from './forecast.texts.ts';
import { texts as merge } from './merge.texts.ts';
import { texts as papers } from './papers/papers.texts.ts';

/** Merges groups of the same name. */
export const texts = [catalog, families, forecast, merge, papers];
