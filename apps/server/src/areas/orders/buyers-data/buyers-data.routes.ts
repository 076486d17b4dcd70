import * as calls from '@tradewind/contract/orders.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { erasePerson, personFile } from './act.ts';
import { findPerson, listOfPersonalData } from './find.ts';
import { buyerReads, buyerReadsExport, readersOf } from './reads.ts';

export function buyersDataRoutes(): Route[] {
  return [
    handle(calls.findBuyersData, (tx, { text }) => findPerson(tx, text)),
    handle(calls.buyersDataFile, (tx, { orderIds }) => personFile(tx, orderIds)),
    handle(calls.eraseBuyersData, (tx, { orderIds }) => erasePerson(tx, orderIds)),
    handle(calls.listBuyerReads, (tx, input) => buyerReads.page(tx, input)),
    handle(calls.readersOfOrder, (tx, { orderNo }) => readersOf(tx, orderNo)),
    exportRoute(calls.exportBuyerReads, buyerReadsExport, ({ filter }) => filter),
    handle(calls.listPersonalData, (tx) => listOfPersonalData(tx)),
  ];
}
