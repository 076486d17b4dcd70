import { texts as history } from './history.texts.ts';
import { texts as master } from './master.texts.ts';
import { texts as wholesale } from './wholesale.texts.ts';

/** Groups of the same name are joined. */
export const texts = [history, master, wholesale];
