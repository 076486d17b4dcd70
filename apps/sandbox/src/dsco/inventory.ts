import { isRecord, list, text } from '../http/types.ts';
import { isoSeconds } from '../world/clock.ts';
import type { SandboxListing } from '../world/listings.ts';
import type { Call, Operation } from './api.ts';
import { bad } from './errors.ts';
import { ChangeLog } from './log.ts';

export const WAREHOUSE = 'LA1';
const STATUSES = ['in-stock', 'out-of-stock', 'discontinued', 'hidden'];
const MOST = 1_000_000;

export function itemView({ shop, account, ctx }: Call, listing: SandboxListing) {
  const quantity = shop.listings.quantityOf(listing, ctx.world.clock.now());
  return {
    sku: listing.sku,
    dscoItemId: listing.itemId,
    title: listing.title,
    status: quantity > 0 ? 'in-stock' : 'out-of-stock',
    quantityAvailable: quantity,
    cost: listing.priceCents / 100,
    currencyCode: shop.currency,
    warehouses: [{ code: WAREHOUSE, quantity, retailerCode: null }],
    partnerSkuMap: [{ dscoRetailerId: account.retailer.accountId, partnerSku: `R-${listing.n}` }],
    dscoSupplierId: account.id,
    dscoLastQuantityUpdateDate: isoSeconds(listing.updatedAt || 1_700_000_000_000),
  };
}

const isQuantity = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST;

/** The quantity that an article is told to have, or what is wrong with it. */
function quantityIn(row: Record<string, unknown>): number | string {
  if (!STATUSES.includes(text(row.status))) return 'status is required.';
  const warehouses = list(row.warehouses).filter(isRecord);
  const strange = warehouses.find((one) => one.code !== WAREHOUSE);
  if (strange) return `Warehouse ${text(strange.code)} does not exist.`;
  const answered = warehouses[0]?.quantity ?? row.quantityAvailable;
  return isQuantity(answered) ? answered : 'quantityAvailable or a quantity by warehouse is required.';
}

function updateInventory(call: Call, log: ChangeLog) {
  const { shop, ctx, body, query } = call;
  if (!Array.isArray(body) || body.length === 0 || !body.every(isRecord)) throw bad('An array of items is required.');
  const known = query.get('skipItemsThatDontExist') === 'true';
  const rows = known ? body.filter((row) => shop.listings.bySku(text(row.sku))) : body;
  return log.take(
    call,
    rows.map((row) => {
      const listing = shop.listings.bySku(text(row.sku));
      if (!listing) return { payload: row, problem: `Item with sku ${text(row.sku)} does not exist.` };
      const quantity = quantityIn(row);
      if (typeof quantity === 'string') return { payload: row, problem: quantity };
      shop.listings.setQuantity(listing, quantity, ctx.world.clock.now());
      ctx.world.changes++;
      return { payload: row };
    }),
  );
}

/** Source: Update Inventory Small Batch, Get Inventory Change Log. */
export function inventoryOperations(): Operation[] {
  const log = new ChangeLog();
  return [
    {
      method: 'POST',
      path: '/inventory/batch/small',
      name: 'updateInventory',
      query: ['skipItemsThatDontExist'],
      handle: (call) => updateInventory(call, log),
    },
    log.operation('/inventory/log', 'getInventoryChangeLog'),
  ];
}
