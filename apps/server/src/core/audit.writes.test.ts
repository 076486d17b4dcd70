import { calls } from '@tradewind/contract/registry.ts';
import { beforeAll, expect, it } from 'vitest';
import { routesReaching } from '../testing/reach.ts';

/** Writes whose traces stand elsewhere, or that leave none on purpose. A call that comes here has to say why. */
const WITHOUT = new Map<string, string>([
  ['identity.forgetPassword', 'says nothing of whether the account exists; the new password is logged'],
  ['identity.startSecondFactor', 'changes nothing before its first code; turning it on is logged'],
  ['identity.savePreference', "a user's own columns and filters"],
  ['identity.updateLocales', "a user's own language"],
  ['company.reSendCheckCode', 'sends a mail again; its use is logged'],
  ['company.leaveSample', "a user's own session"],
  ['plans.payBill', 'gives an address; what is paid is logged'],
  ['messages.changeAlert', "a user's own bell"],
  ['messages.delMessage', "a user's own side of a message"],
  ['messages.readMessage', "a user's own side of a message"],
  ['messages.sendNewMessage', 'the message itself is the trace'],
  ['links.openLink', 'a visitor reads'],
  ['procurement.openSupplierOrder', 'a visitor reads'],
  ['logistics.openTracking', 'a visitor reads'],
  ['returns.openReturnLabel', 'a visitor reads'],
  ['procurement.printSupplierOrder', 'a visitor reads'],
  ['catalog.cancelExport', "a user's own file"],
  ['reports.runReport', 'changes nothing'],
  ['reports.explainChange', 'changes nothing'],
  ['reports.reportLines', 'changes nothing'],
  ['reports.addReportFormsRequest', 'the request names who made it, and when'],
  ['reports.rerunReportRequest', 'the request names who made it, and when'],
  ['reports.deleteReportRequest', "a user's own file"],
  ['catalog.previewImageZip', 'a preview; its commit stands in the history of the products'],
  ['catalog.uploadProductImage', 'a file; that it belongs to a product stands in its history'],
  ['channels.resolveDeadLetter', 'a message of a platform; the order it makes has its history'],
  ['channels.retryDeadLetters', 'a message of a platform; the order it makes has its history'],
  ['channels.syncShops', 'asks platforms; runs stand in the job center, orders have their history'],
  ['listings.syncListings', 'asks platforms; runs stand in the job center'],
  ['listings.previewListingProducts', 'changes nothing'],
  ['stock.importStockLimits', 'a preview; its commit is logged'],
  ['warehouse.getWarehouseIsOthers', 'changes nothing'],
  ['warehouse.packScanCall', 'looks for the box; closing it stands in its history'],
  ['warehouse.importWarehouseFnSku', 'a preview; its commit is logged'],
  ['warehouse.countLocationCall', 'the lines of the count name who counted, and when'],
  ['warehouse.emptyLocation', 'the stock ledger has who moved what'],
  ['warehouse.settleOwnScan', 'the scan names who settled it'],
  ['warehouse.settleScans', 'the scan names who settled it'],
  ['warehouse.sortItemCall', 'what lies in which slot; packing and shipping stand in the history'],
  ['warehouse.undoSortCall', 'what lies in which slot; packing and shipping stand in the history'],
  ['wms.pushWmsProducts', 'asks the provider; what came of it stands with each product'],
  ['wms.refreshWarehouseLogistics', 'asks the provider; runs stand in the job center'],
  ['wms.refreshWms', 'asks the provider; runs stand in the job center'],
  ['wms.retryWmsOrders', 'asks the provider again; tries stand with each document'],
  ['warehouse.putBackCall', 'the stock ledger has who moved what'],
  ['logistics.labelProgress', 'changes nothing'],
  ['logistics.openManifest', 'the manifest names its maker'],
  ['logistics.fillManifest', "a manifest's rows name who put them on, and when"],
  ['logistics.scanOntoManifest', "a manifest's rows name who put them on, and when"],
  ['logistics.scanOntoToday', "a manifest's rows name who put them on, and when"],
  ['logistics.manifestOrders', "a manifest's rows name who put them on, and when"],
  ['logistics.testTracker', 'what came of it stands with the account'],
  ['logistics.testCarrierAccount', 'what came of it stands with the account'],
  ['logistics.rateParcel', 'changes nothing'],
  ['logistics.uploadCarrierBill', 'a preview; its import stands in the history of the bill'],
  ['logistics.previewCarrierBill', 'changes nothing'],
  ['finance.uploadBankStatement', 'a preview; its import is logged'],
  ['finance.previewBankStatement', 'changes nothing'],
  ['finance.getBankAccountAuth', 'gives an address; the connection that comes of it is logged'],
  ['logistics.carrierBillErrors', 'changes nothing'],
  ['finance.dryRunMapping', 'changes nothing'],
  ['finance.uploadSettlementFile', 'a preview; that it is taken stands in the history of the file'],
  ['finance.previewSettlementFile', 'changes nothing'],
  ['finance.settlementFileSetAside', 'changes nothing'],
  ['logistics.calculateLanes', 'calculates again; runs stand in the job center'],
  ['logistics.quoteRateCards', 'changes nothing'],
  ['logistics.previewDutyRates', 'changes nothing'],
  ['logistics.estimateDuty', 'changes nothing'],
  ['logistics.startRateDryRun', 'the dry run names who started it'],
  ['orders.simulateRules', 'the rehearsal names who asked'],
  ['orders.cancelDryRun', 'the rehearsal names who asked'],
  ['orders.undoOrders', 'each act that is undone writes the history of its orders'],
  ['settings.saveView', "a user's own view; a shared one names its maker"],
  ['settings.deleteView', "a user's own view"],
  ['procurement.computeAdvice', 'the run names who started it'],
  ['procurement.decideAdvice', 'the line names who decided, and when'],
  ['procurement.recomputeAdvice', 'calculates again; no decision changes'],
  ['procurement.planAdvice', 'changes nothing'],
  ['procurement.replayAdvice', 'changes nothing'],
  ['procurement.connectSourcing', 'gives an address; the account that comes of it is logged'],
  ['procurement.paySourcing', 'gives an address; what is paid stands in the history of the order'],
  ['finance.getExpensesName', 'changes nothing'],
  ['finance.getFinanceDetailBill', 'changes nothing'],
  ['finance.getFinanceDetailFee', 'changes nothing'],
  ['finance.getUserSalesAgent', 'changes nothing'],
  ['finance.previewStatement', 'changes nothing'],
  ['finance.statementErrors', 'changes nothing'],
  ['finance.dryRunMapping', 'changes nothing'],
  ['finance.syncSettlements', 'asks platforms; runs stand in the job center'],
  ['reports.runReport', 'changes nothing'],
  ['reports.explainChange', 'changes nothing'],
  ['reports.reportLines', 'changes nothing'],
  ['integrity.runIntegrityChecks', 'the run itself is the trace'],
]);
/** Exports of lists stand with their makers' files. */
const EXPORT = /\.export[A-Z]/;
/** Asked by GET and changing something all the same, by the specification's wish. */
const GETS = [
  'identity.editUserPassword',
  'identity.logout',
  'developer.refreshDeveloperKey',
  'finance.getBankAccountAuth',
  'finance.getBankAccoutToken',
];

let reaching: Map<string, boolean>;
beforeAll(async () => {
  reaching = await routesReaching(['core/audit.ts#writeAudit', 'core/documents.ts#writeHistory']);
});

const writes = calls
  .map(({ area, name, call }) => ({ key: `${area}.${name}`, name, method: call.method }))
  .filter(({ key, method }) => method !== 'GET' || GETS.includes(key));

it('every write leaves a trace in the audit log or in a history, or is known to need none', () => {
  const silent = writes.filter(({ key, name }) => reaching.get(name) === false && !EXPORT.test(key));
  expect(silent.map(({ key }) => key).sort()).toEqual([...WITHOUT.keys()].sort());
});

it('knows the route of every write', () => {
  expect(writes.filter(({ name }) => !reaching.has(name)).map(({ key }) => key)).toEqual([]);
});
