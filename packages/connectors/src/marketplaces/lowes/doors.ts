import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import type { PushOutcome } from '../../capabilities/stock-and-prices.ts';
import type { ShopAccess } from '../../types.ts';
import type { createDscoConnector } from '../dsco/index.ts';
import type { createMiraklConnector } from '../mirakl/index.ts';

/** The regions of the definition: sellers at retail price, and drop ship vendors at cost. */
export const MARKETPLACE = 'MKP';
export const DROP_SHIP = 'DSV';

const AGREED: PushOutcome = { outcome: 'refused', code: 'COST', detail: 'a vendor’s cost is agreed with Lowe’s' };

/** One platform with two doors; through which one a shop goes says its region. */
export function withDoors(
  marketplace: ReturnType<typeof createMiraklConnector>,
  dropShip: ReturnType<typeof createDscoConnector>,
  now: () => number,
) {
  const isDropShip = (where: { region?: string }) => where.region === DROP_SHIP;
  const of = (access: ShopAccess) => (isDropShip(access) ? dropShip : marketplace);
  return {
    platform: marketplace.platform,
    connect: (input: { keys: Record<string, string>; region?: string }) =>
      isDropShip(input) ? dropShip.connect(input) : marketplace.connect(input),
    refresh: (access: ShopAccess) => of(access).refresh(access),
    describeShop: (access: ShopAccess) => of(access).describeShop(access),
    listOrders: (access, input) => of(access).listOrders(access, input),
    getOrder: (access, orderNo) => of(access).getOrder(access, orderNo),
    listOrderNos: (access, input) => of(access).listOrderNos(access, input),
    acknowledge: (access, order) => of(access).acknowledge(access, order),
    confirmShipment: (access, notice) => of(access).confirmShipment(access, notice),
    listCarriers: async (access) => (isDropShip(access) ? [] : marketplace.listCarriers(access)),
    cancelOrder: (access, notice) => of(access).cancelOrder(access, notice),
    listListings: (access, input) => of(access).listListings(access, input),
    pushStock: (access, items) => of(access).pushStock(access, items),
    stockBatch: dropShip.stockBatch,
    pushPrice: async (access, items) =>
      isDropShip(access) ? items.map(() => AGREED) : marketplace.pushPrice(access, items),
    priceBatch: marketplace.priceBatch,
    pushResult: (access, ticket) => of(access).pushResult(access, ticket),
    // What a vendor is paid comes by invoice, outside the network.
    listSettlements: async (access, input) =>
      isDropShip(access)
        ? { lines: [], unreadable: [], listedUntil: new Date(now()).toISOString() }
        : marketplace.listSettlements(access, input),
    listReturns: (access, input) => of(access).listReturns(access, input),
  } satisfies MarketplaceConnector;
}
