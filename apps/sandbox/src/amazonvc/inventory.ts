import { invalidInput, notFound } from '../amazon/errors.ts';
import type { OperationBook } from '../amazon/operations.ts';
import { type Context, param, rawBody } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import type { SandboxListing } from '../world/listings.ts';
import type { TransactionDesk } from './transactions.ts';
import { VENDOR_CODE, WAREHOUSE } from './vendor.ts';

/** How much of what lies in the vendor's warehouse; taken whole or not at all. Source: the inventory model. */
export function registerInventory(book: OperationBook, ctx: Context, desk: TransactionDesk): void {
  book.add({
    method: 'POST',
    path: '/vendor/directFulfillment/inventory/v1/warehouses/{warehouseId}/items',
    name: 'submitInventoryUpdate',
    handle: (call) => {
      const inventory = at(parseJson(rawBody(call.request)), 'inventory');
      if (param(call.request, 'warehouseId') !== WAREHOUSE) throw notFound('The warehouse is not known.');
      if (typeof at(inventory, 'isFullUpdate') !== 'boolean') throw invalidInput('isFullUpdate is required.');
      const items = list(at(inventory, 'items'));
      if (items.length === 0) throw invalidInput('items is required.');
      const transactionId = desk.begin(call, () => {
        if (text(at(inventory, 'sellingParty', 'partyId')) !== VENDOR_CODE) throw invalidInput('Invalid sellingParty.');
        const { listings } = call.shop;
        const changes = items.map((item): [SandboxListing, number] => {
          const sku = text(at(item, 'vendorProductIdentifier'));
          const listing = listings.bySku(sku);
          if (!listing) throw invalidInput(`Unknown vendorProductIdentifier: ${sku}`);
          const amount = at(item, 'availableQuantity', 'amount');
          if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 0)
            throw invalidInput(`Invalid availableQuantity of ${sku}`);
          if (text(at(item, 'availableQuantity', 'unitOfMeasure')) !== 'Each')
            throw invalidInput(`Invalid unitOfMeasure of ${sku}`);
          return [listing, amount];
        });
        const now = ctx.world.clock.now();
        const answered = new Set(changes.map(([listing]) => listing));
        for (const [listing, amount] of changes) listings.setQuantity(listing, amount, now);
        if (at(inventory, 'isFullUpdate') === true)
          for (const listing of listings.all) if (!answered.has(listing)) listings.setQuantity(listing, 0, now);
        ctx.world.changes++;
      });
      return call.reply.code(202).send({ payload: { transactionId } });
    },
  });
}
