import * as calls from '@tradewind/contract/wholesale.ts';
import type { App } from '../../core/app.ts';
import { type Ctx, mayPress } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { badField, forbidden } from '../../core/errors.ts';
import { startExport } from '../../core/exports.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { say } from '../../core/text/texts.ts';
import { cancelShipment } from './cancel-shipment.ts';
import * as customers from './customers.ts';
import * as orders from './orders.ts';
import { packShipment } from './pack.ts';
import { printPaper } from './papers.ts';
import { notePayment } from './pay.ts';
import * as prices from './prices.ts';
import * as read from './read.ts';
import { shipOrder } from './ship.ts';
import { wholesaleExport } from './wholesale.exports.ts';

export function wholesaleRoutes(app: App): Route[] {
  const { database } = app;
  /** One call adds and changes: each takes its own right. */
  const saving = <T>(ctx: Ctx, input: { id?: number | undefined }, work: (tx: Tx) => Promise<T>): Promise<T> => {
    if (!mayPress(ctx.rights, orders.MODULE, input.id ? 'edit' : 'add')) throw forbidden();
    return database.inCompany(ctx, work);
  };
  return [
    handle(calls.listWholesaleCustomers, (ctx, input) => database.look(ctx, (tx) => customers.customerPage(tx, input))),
    handle(calls.saveWholesaleCustomer, (ctx, input) => saving(ctx, input, (tx) => customers.saveCustomer(tx, input))),
    handle(calls.deleteWholesaleCustomer, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => customers.deleteCustomer(tx, input.id));
      return OK;
    }),
    handle(calls.listWholesalePriceLists, (ctx, input) => database.look(ctx, (tx) => prices.priceListPage(tx, input))),
    handle(calls.getWholesalePriceList, (ctx, input) => database.look(ctx, (tx) => prices.priceList(tx, input.id))),
    handle(calls.saveWholesalePriceList, (ctx, input) => saving(ctx, input, (tx) => prices.savePriceList(tx, input))),
    handle(calls.deleteWholesalePriceList, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => prices.deletePriceList(tx, input.id));
      return OK;
    }),
    handle(calls.wholesalePrices, (ctx, input) => database.look(ctx, (tx) => pricesFor(tx, input))),
    handle(calls.listWholesale, (ctx, input) => database.look(ctx, (tx) => read.orderPage(tx, input))),
    handle(calls.wholesaleTabs, (ctx) => database.look(ctx, read.tabs)),
    handle(calls.getWholesale, (ctx, input) => database.look(ctx, (tx) => read.orderDetail(tx, ctx, input.id))),
    handle(calls.saveWholesale, (ctx, input) => saving(ctx, input, (tx) => orders.saveOrder(tx, input))),
    handle(calls.deleteWholesale, (ctx, { ids }) => database.inCompany(ctx, (tx) => deleteThese(tx, ctx, ids))),
    handle(calls.submitWholesale, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => orders.submitOrder(tx, input.id, input.override));
      return OK;
    }),
    handle(calls.cancelWholesale, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => orders.cancelOrder(tx, input.id, input.reason));
      return OK;
    }),
    handle(calls.noteWholesalePayment, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => notePayment(tx, input));
      return OK;
    }),
    handle(calls.shipWholesale, (ctx, input) => database.inCompany(ctx, (tx) => shipOrder(tx, ctx, input))),
    handle(calls.cancelWholesaleShipment, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => cancelShipment(tx, ctx, input.shipmentId));
      return OK;
    }),
    handle(calls.packWholesale, (ctx, input) => database.inCompany(ctx, (tx) => packShipment(tx, input))),
    handle(calls.printWholesale, (ctx, input) => printPaper(app, ctx, input)),
    handle(calls.exportWholesale, (ctx, input) => startExport(app, ctx, wholesaleExport, input)),
  ];
}

async function pricesFor(tx: Tx, input: { customerId: number; productIds: number[]; quantities: number[] }) {
  if (input.productIds.length !== input.quantities.length) throw badField('quantities', 'wholesale.oneEach');
  const customer = await customers.customerOf(tx, input.customerId);
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
  const labels = new Map((await read.orderRows(tx, { ids }, { limit: ids.length })).map((row) => [row.id, row]));
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
