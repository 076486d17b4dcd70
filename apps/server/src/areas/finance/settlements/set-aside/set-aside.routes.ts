import * as contract from '@tradewind/contract/finance/settlement-set-aside.ts';
import { handle, type Route } from '../../../../core/http/routes.ts';
import { setAsideLines } from './list.ts';
import { dismiss, retry } from './retry.ts';

export const setAsideRoutes = (): Route[] => [
  handle(contract.listSettlementSetAside, (tx, input) => setAsideLines.page(tx, input)),
  handle(contract.retrySettlementSetAside, (tx, input, ctx) => retry(tx, ctx, input)),
  handle(contract.dismissSettlementSetAside, (tx, input, ctx) => dismiss(tx, ctx, input)),
];
