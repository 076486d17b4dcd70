import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/wholesale.ts';
import type { App } from '../../core/app.ts';
import { type Ctx, mayPress, type Rights } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { badField, forbidden } from '../../core/errors.ts';
import { exportRoute } from '../../core/exports.ts';
import { handle, handleApp, type Route } from '../../core/http/routes.ts';
import { say } from '../../core/text/texts.ts';
import { cancelShipment } from './cancel-shipment.ts';
import { wholesaleCustomers } from './customers.list.ts';
import * as customers from './customers.ts';
import { WHOLESALE_TABS, wholesaleExport, wholesaleOrders } from './orders.list.ts';
import * as orders from './orders.ts';
import { packShipment } from './pack.ts';
import { printPaper } from './papers.ts';
import { notePayment } from './pay.ts';
import { priceLists } from './prices.list.ts';
import * as prices from './prices.ts';
import * as read from './read.ts';
import { shipOrder } from './ship.ts';

export function wholesaleRoutes(app: App): Route[] {
  /** One call adds and edits; each requires its own permission. */
  const mayWrite = (own: Rights, { id }: { id?: number | undefined }): void => {
    if (!mayPress(own, id ? rights.wholesaleOrder.edit : rights.wholesaleOrder.add)) throw forbidden();
  };
  return [
    handle(calls.listWholesaleCustomers, (tx, input) => customers.customerPage(tx, input)),
    handle(calls.saveWholesaleCustomer, (tx, input, ctx) => {
      mayWrite(ctx.rights, input);
      return customers.saveCustomer(tx, input);
    }),
    handle(calls.deleteWholesaleCustomer, (tx, input) => customers.deleteCustomer(tx, input.id)),
    handle(calls.listWholesalePriceLists, (tx, input) => priceLists.page(tx, input)),
    handle(calls.getWholesalePriceList, (tx, input) => prices.priceList(tx, input.id)),
    handle(calls.saveWholesalePriceList, (tx, input, ctx) => {
      mayWrite(ctx.rights, input);
      return prices.savePriceList(tx, input);
    }),
    handle(calls.deleteWholesalePriceList, (tx, input) => prices.deletePriceList(tx, input.id)),
    handle(calls.wholesalePrices, (tx, input) => pricesFor(tx, input)),
    handle(calls.listWholesale, (tx, input) => wholesaleOrders.page(tx, input)),
    handle(calls.wholesaleTabs, (tx) => wholesaleOrders.tabs(tx, WHOLESALE_TABS)),
    handle(calls.getWholesale, (tx, input, ctx) => read.orderDetail(tx, ctx, input.id)),
    handle(calls.saveWholesale, (tx, input, ctx) => {
      mayWrite(ctx.rights, input);
      return orders.saveOrder(tx, input);
    }),
    handle(calls.deleteWholesale, (tx, { ids }, ctx) => deleteThese(tx, ctx, ids)),
    handle(calls.submitWholesale, (tx, input) => orders.submitOrder(tx, input.id, input.override)),
    handle(calls.cancelWholesale, (tx, input) => orders.cancelOrder(tx, input.id, input.reason)),
    handle(calls.noteWholesalePayment, (tx, input) => notePayment(tx, input)),
    handle(calls.shipWholesale, (tx, input, ctx) => shipOrder(tx, ctx, input)),
    handle(calls.cancelWholesaleShipment, (tx, input, ctx) => cancelShipment(tx, ctx, input.shipmentId)),
    handle(calls.packWholesale, (tx, input) => packShipment(tx, input)),
    handleApp(calls.printWholesale, (ctx, input) => printPaper(app, ctx, input)),
    exportRoute(calls.exportWholesale, wholesaleExport, ({ ids, filter }) => ({ ...filter, ids })),
  ];
}

async function pricesFor(tx: Tx, input: { customerId: number; productIds: number[]; quantities: number[] }) {
  if (input.productIds.length !== input.quantities.length) throw badField('quantities', 'wholesale.oneEach');
  const customer = await wholesaleCustomers.one(tx, input.customerId);
  const lines = input.productIds.map((productId, at) => ({ productId, quantity: input.quantities[at] ?? 1 }));
  const listed = await prices.listedPrices(tx, customer, lines);
  return {
    prices: lines.map((line, at) => ({
      ...line,
      unitPrice: listed[at]?.unitPrice ?? null,
      fromQuantity: listed[at]?.fromQuantity ?? null,
      priceListName: listed[at]?.priceListName ?? null,
    })),
  };
}

async function deleteThese(tx: Tx, ctx: Ctx, ids: number[]) {
  const labels = new Map((await wholesaleOrders.byIds(tx, ids)).map((row) => [row.id, row]));
  const gone = new Set(await orders.deleteOrders(tx, ids));
  const failed = ids.filter((id) => !gone.has(id));
  return {
    done: gone.size,
    failed: failed.map((id) => {
      const row = labels.get(id);
      const error = row ? 'wholesale.notAQuotation' : 'wholesale.notFound';
      const label = row?.number ?? String(id);
      return { id, label, error, reason: say(ctx.language, error, { number: label }) };
    }),
  };
}
