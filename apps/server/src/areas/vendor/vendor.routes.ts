import * as calls from '@tradewind/contract/vendor.ts';
import type { App } from '../../core/app.ts';
import { settingOf } from '../../core/company-settings.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { acceptOrders, answerOrder } from './answer.ts';
import { invoiceOrders, notePayment } from './invoice.ts';
import { printLabels } from './labels.ts';
import { packOrder } from './pack.ts';
import { vendorDetail } from './read.ts';
import { saveSettings, VENDOR_SETTINGS } from './settings.ts';
import { shipOrder } from './ship.ts';

export function vendorRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.getVendorOrder, (ctx, { id }) => database.look(ctx, (tx) => vendorDetail(tx, id))),
    handle(calls.answerVendorOrder, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => answerOrder(tx, input));
      return OK;
    }),
    handle(calls.acceptVendorOrders, (ctx, input) => acceptOrders(app, ctx, input)),
    handle(calls.packVendorOrder, (ctx, input) => database.inCompany(ctx, (tx) => packOrder(tx, input))),
    handle(calls.printVendorLabels, (ctx, { id }) => printLabels(app, ctx, id)),
    handle(calls.shipVendorOrder, (ctx, input) => database.inCompany(ctx, (tx) => shipOrder(tx, input))),
    handle(calls.invoiceVendorOrders, (ctx, input) => invoiceOrders(app, ctx, input)),
    handle(calls.noteVendorPayment, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => notePayment(tx, input));
      return OK;
    }),
    handle(calls.getVendorSettings, (ctx) => database.look(ctx, (tx) => settingOf(tx, VENDOR_SETTINGS))),
    handle(calls.saveVendorSettings, async (ctx, input) => {
      await database.inCompany(ctx, async (tx) => saveSettings(tx, input));
      return OK;
    }),
  ];
}
