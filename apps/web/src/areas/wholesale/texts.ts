import { texts as history } from './history.texts.ts';
import { texts as master } from './master.texts.ts';
import { texts as wholesale } from './wholesale.texts.ts';

/** Merges groups of the same name. */
export const texts = [history, master, wholesale];
