import * as calls from '@tradewind/contract/vendor.ts';
import type { App } from '../../core/app.ts';
import { settingOf } from '../../core/company-settings.ts';
import { handle, handleApp, type Route } from '../../core/http/routes.ts';
import { acceptOrders, answerOrder } from './answer.ts';
import { invoiceOrders, notePayment } from './invoice.ts';
import { printLabels } from './labels.ts';
import { packOrder } from './pack.ts';
import { vendorDetail } from './read.ts';
import { saveSettings, VENDOR_SETTINGS } from './settings.ts';
import { shipOrder } from './ship.ts';

export function vendorRoutes(app: App): Route[] {
  return [
    handle(calls.getVendorOrder, (tx, { id }) => vendorDetail(tx, id)),
    handle(calls.answerVendorOrder, (tx, input) => answerOrder(tx, input)),
    handleApp(calls.acceptVendorOrders, (ctx, input) => acceptOrders(app, ctx, input)),
    handle(calls.packVendorOrder, (tx, input) => packOrder(tx, input)),
    handleApp(calls.printVendorLabels, (ctx, { id }) => printLabels(app, ctx, id)),
    handle(calls.shipVendorOrder, (tx, input) => shipOrder(tx, input)),
    handleApp(calls.invoiceVendorOrders, (ctx, input) => invoiceOrders(app, ctx, input)),
    handle(calls.noteVendorPayment, (tx, input) => notePayment(tx, input)),
    handle(calls.getVendorSettings, (tx) => settingOf(tx, VENDOR_SETTINGS)),
    handle(calls.saveVendorSettings, async (tx, input) => saveSettings(tx, input)),
  ];
}
