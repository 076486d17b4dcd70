import * as contract from '@tradewind/contract/logistics.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { customsNumbers, putCustomsNumber, removeCustomsNumber } from './numbers.ts';

export const customsRoutes: Route[] = [
  handle(contract.listCustomsNumbers, async (tx, _, ctx) => ({ list: await customsNumbers(tx, ctx) })),
  handle(contract.saveCustomsNumber, async (tx, input, ctx) => ({ id: await putCustomsNumber(tx, ctx, input) })),
  handle(contract.deleteCustomsNumber, (tx, { id }, ctx) => removeCustomsNumber(tx, ctx, id)),
];
