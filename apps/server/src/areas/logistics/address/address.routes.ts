import * as contract from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { checkByHand, keptCheck } from './check.ts';

export function addressRoutes(app: App): Route[] {
  return [
    handle(contract.getAddressCheck, (tx, { id }, ctx) => keptCheck(app, tx, ctx, id)),
    handleApp(contract.checkOrderAddress, (ctx, { id }) => checkByHand(app, ctx, id)),
  ];
}
