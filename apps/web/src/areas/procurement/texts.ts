import { texts as advice } from './advice.texts.ts';
import { texts as allocation } from './allocation/allocation.texts.ts';
import { texts as due } from './purchase/due.texts.ts';
import { texts as money } from './purchase/money.texts.ts';
import { texts as purchase } from './purchase/purchase.texts.ts';
import { texts as returned } from './return/return.texts.ts';
import { texts as sourcing } from './sourcing/sourcing.texts.ts';
import { texts as supplierPage } from './supplier-page/supplier-page.texts.ts';
import { texts as suppliers } from './suppliers.texts.ts';

export const texts = [suppliers, purchase, money, due, advice, allocation, supplierPage, returned, sourcing];
