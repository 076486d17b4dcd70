import * as contract from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { bulkAnswer } from '../../../core/outcome.ts';
import { claimParcels } from './claim-parcels.ts';
import { answerClaim, deleteClaim, makeClaims, openClaim } from './claims.ts';
import { assertCosts } from './documents.ts';
import { billErrors, importBill, previewBill, recheckBill, uploadBill } from './import.ts';
import { issuersOf, saveIssuer } from './issuers.ts';
import {
  billDetail,
  billLineExport,
  billLines,
  billTabs,
  carrierBills,
  carrierClaims,
  claimDetail,
  claimExport,
  claimTabs,
  unbilledParcels,
} from './lists.ts';
import { deleteBill, settleBill } from './settle.ts';
import './bills.texts.ts';

export const billRoutes = (app: App): Route[] => withCosts([...ofBills(app), ...ofClaims()]);

/** All of them show or change costs. */
const withCosts = (routes: readonly Route[]): Route[] =>
  routes.map(({ call, handler }) => ({
    call,
    handler: async (app, ctx: Ctx & Parameters<typeof handler>[1], input) => {
      assertCosts(ctx);
      return handler(app, ctx, input);
    },
  }));

const ofBills = (app: App): Route[] => [
  handle(contract.listCarrierBills, (tx, input) => carrierBills.page(tx, input)),
  handle(contract.carrierBillTabs, async (tx) => ({ counts: await billTabs(tx) })),
  handle(contract.getCarrierBill, (tx, { id }) => billDetail(tx, id)),
  handle(contract.listBillLines, (tx, input) => billLines.page(tx, input)),
  handle(contract.listUnbilledParcels, (tx, input) => unbilledParcels(tx, input)),
  handle(contract.listBillIssuers, async (tx) => ({ list: await issuersOf(tx) })),
  handle(contract.saveBillIssuer, (tx, input) => saveIssuer(tx, input)),
  handleApp(contract.uploadCarrierBill, (ctx, input) => uploadBill(app, ctx, input)),
  handleApp(contract.previewCarrierBill, (ctx, input) => previewBill(app, ctx, input)),
  handleApp(contract.carrierBillErrors, (ctx, input) => billErrors(app, ctx, input)),
  handleApp(contract.importCarrierBill, (ctx, input) => importBill(app, ctx, input)),
  handle(contract.checkCarrierBill, (tx, { id }) => recheckBill(tx, id)),
  handle(contract.settleCarrierBill, (tx, { id }) => settleBill(tx, id)),
  handle(contract.deleteCarrierBill, (tx, { id }) => deleteBill(tx, id)),
  exportRoute(contract.exportBillLines, billLineExport),
];

const ofClaims = (): Route[] => [
  handle(contract.listCarrierClaims, (tx, input) => carrierClaims.page(tx, input)),
  handle(contract.carrierClaimTabs, async (tx) => ({ counts: await claimTabs(tx) })),
  handle(contract.getCarrierClaim, (tx, { id }) => claimDetail(tx, id)),
  handle(contract.makeCarrierClaims, (tx, input) => makeClaims(tx, input)),
  handle(contract.claimParcels, async (tx, input, ctx) => bulkAnswer(ctx, await claimParcels(tx, input))),
  handle(contract.openCarrierClaim, (tx, input) => openClaim(tx, input)),
  handle(contract.answerCarrierClaim, (tx, input) => answerClaim(tx, input)),
  handle(contract.deleteCarrierClaim, (tx, { id }) => deleteClaim(tx, id)),
  exportRoute(contract.exportCarrierClaims, claimExport, ({ filter }) => filter),
];
