import { texts as stock } from './stock.texts.ts';
import { texts as views } from './views.texts.ts';

/** Groups of the same name are joined. */
export const texts = [stock, views];
