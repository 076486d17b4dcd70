import type { ListingPage } from '../../capabilities/listings.ts';
import type { PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { createCatalog, type ListingPlace } from '../amazon/catalog.ts';
import { isDenied, PLATFORM, type VendorClient } from './client.ts';
import type { Parties } from './parties.ts';
import { type Transactions, wordsOf } from './transactions.ts';

/** Items of one update of a warehouse. */
export const BATCH = 100;

/** What a vendor lists, and how much of it is in the warehouse from which Amazon's customers are served. */
export function createStock(call: VendorClient, transactions: Transactions, parties: Parties) {
  const placesOf = async (access: ShopAccess): Promise<ListingPlace[]> => {
    const { vendorCodes } = await parties.of(access);
    const marketplaceId = parties.marketplaceOf(access);
    return marketplaceId ? vendorCodes.map((partner) => ({ partner, marketplaceId })) : [];
  };
  const catalog = createCatalog(call, placesOf, PLATFORM);

  /** The one warehouse, or why there is not one. */
  async function warehouseOf(access: ShopAccess): Promise<string | PushOutcome> {
    const { warehouses } = await parties.of(access);
    const [only, another] = warehouses;
    if (!only)
      return {
        outcome: 'refused',
        code: 'NO_WAREHOUSE',
        detail: 'no direct order has named the warehouse yet that Amazon sells from',
      };
    if (another)
      return {
        outcome: 'refused',
        code: 'SEVERAL_WAREHOUSES',
        detail: `Amazon sells from ${warehouses.join(', ')}: one quantity does not say how much is where`,
      };
    return only;
  }

  /** Why Amazon does not take the update; empty when it does. */
  async function update(access: ShopAccess, warehouse: string, partner: string, items: readonly StockPush[]) {
    return transactions.refusals(access, 'direct', {
      operation: 'submitInventoryUpdate',
      method: 'POST',
      path: `/vendor/directFulfillment/inventory/v1/warehouses/${encodeURIComponent(warehouse)}/items`,
      json: {
        inventory: {
          sellingParty: { partyId: partner },
          // A full update would set everything to nothing that is not in it.
          isFullUpdate: false,
          items: items.map((item) => ({
            vendorProductIdentifier: item.sellerSku,
            availableQuantity: { amount: item.quantity, unitOfMeasure: 'Each' },
            isObsolete: false,
          })),
        },
      },
    });
  }

  return {
    listListings: (access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> => catalog(access, input),

    async pushStock(access: ShopAccess, items: readonly StockPush[]): Promise<PushOutcome[]> {
      const warehouse = await warehouseOf(access);
      if (typeof warehouse !== 'string') return items.map(() => warehouse);
      const { vendorCodes } = await parties.of(access);
      const outcomes = new Map<StockPush, PushOutcome>();
      const byPartner = Map.groupBy(items, (item) => item.refs?.partner ?? vendorCodes[0] ?? '');
      for (const [partner, group] of byPartner) {
        let left: readonly StockPush[] = group;
        // An update is taken whole or not at all: without the articles that Amazon names it is tried once more.
        for (let round = 0; left.length > 0 && round < 2; round++) {
          let words: string;
          try {
            const refusals = await update(access, warehouse, partner, left);
            words = wordsOf(refusals);
          } catch (error) {
            const ofItems = error instanceof ConnectorError && error.kind === 'rejected' && !isDenied(error);
            if (!ofItems) throw error;
            words = error.message;
          }
          if (words === '') {
            for (const item of left) outcomes.set(item, { outcome: 'accepted' });
            break;
          }
          const named = left.filter((item) => words.includes(item.sellerSku));
          const refused = named.length > 0 && round === 0 ? named : left;
          for (const item of refused) outcomes.set(item, { outcome: 'refused', detail: words });
          left = left.filter((item) => !refused.includes(item));
        }
      }
      return items.map((item) => outcomes.get(item) ?? { outcome: 'refused', detail: 'Amazon did not answer' });
    },
  };
}
