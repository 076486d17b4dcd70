import { findProduct, listPapers, listProducts } from '@tradewind/contract/catalog.ts';
import { getWarehouseWarnData } from '@tradewind/contract/dashboard.ts';

/** What a change of a compliance paper makes outdated. */
export const PAPER_CALLS = [listPapers, findProduct, listProducts, getWarehouseWarnData];
