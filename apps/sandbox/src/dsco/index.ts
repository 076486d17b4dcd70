import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import { type DscoAccount, OTHER_RETAILER } from './account.ts';
import { type Operation, ok, registerDsco } from './api.ts';
import { changeOperations } from './changes.ts';
import { inventoryOperations } from './inventory.ts';
import { orderOperations } from './orders.ts';
import { returnOperations } from './returns.ts';
import { streamOperations } from './streams.ts';

/** The network's address for one supplier, as Rithum documents it (Dsco Platform API v3). */
export function serveDsco(app: FastifyInstance, ctx: Context, account: DscoAccount): void {
  const hello: Operation = { method: 'GET', path: '/hello', name: 'hello', handle: () => ok({ hello: 'World!' }) };
  const partners: Operation = {
    method: 'GET',
    path: '/tradingpartner',
    name: 'getTradingPartners',
    query: ['status', 'accountId', 'tradingPartnerId', 'defaultRetailModel'],
    handle: () =>
      ok(
        [account.retailer, OTHER_RETAILER].map((one) => ({ ...one, defaultRetailModel: 'dropship', status: 'active' })),
      ),
  };
  registerDsco(app, ctx, account, [
    hello,
    partners,
    ...orderOperations(),
    ...changeOperations(),
    ...inventoryOperations(),
    ...streamOperations(),
    ...returnOperations(),
  ]);
}
