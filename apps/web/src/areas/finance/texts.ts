import { texts as balances } from './balances/balances.texts.ts';
import { texts as banking } from './banking/banking.texts.ts';
import { texts as receiving } from './banking/receiving.texts.ts';
import { texts as closing } from './closing/closing.texts.ts';
import { texts as expenses } from './expenses/expenses.texts.ts';
import { texts as profit } from './profit.texts.ts';
import { texts as platformClaims } from './settlements/claims.texts.ts';
import { texts as settlementFiles } from './settlements/files/files.texts.ts';
import { texts as settlements } from './settlements/settlements.texts.ts';

/** Merges groups of the same name. */
export const texts = [profit, balances, banking, receiving, closing, expenses, settlements, settlementFiles, platformClaims];
