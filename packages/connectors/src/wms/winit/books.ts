import { z } from 'zod';
import { isPositive, magnitude } from '../../money.ts';
import type { WmsAccess, WmsFee, WmsPage, WmsStock, WmsStockEntry } from '../../wms.ts';
import {
  anyText,
  count,
  fromBeijing,
  money,
  nextPage,
  pageNumber,
  rows,
  someText,
  stretchOf,
  toBeijing,
} from '../convert.ts';
import { PLATFORM, type WinitCaller } from './client.ts';
import { pairOf } from './orders.ts';

const PAGE = 100;

const stock = z.object({
  list: rows(
    z.object({
      productCode: someText,
      qtyAvailable: count,
      qtyWaitOut: count,
      qtyFrozen: count,
      prohibitUsableQty: count,
      qtyDestruction: count,
      pipelineInventory: count,
    }),
  ),
  total: count,
});

const pageParams = z.object({ totalCount: count });
const entry = z.object({
  uuid: anyText,
  skuCode: someText,
  docType: someText,
  docNo: anyText,
  changeQty: count,
  endQty: count,
  changeDate: someText,
});
const entries = z.object({ list: rows(entry), pageParams });

const charge = z.object({
  id: someText,
  chargeCode: someText,
  chargeName: anyText,
  documentNo: anyText,
  businessDocumentNo: anyText,
  acctAmt: money,
  acctCurrency: someText,
  deducationTime: anyText,
  created: anyText,
});
const charges = z.object({ list: rows(charge), pageParams });

/** A time as text, or in milliseconds. */
const timeOf = (answered: string): string =>
  (/^\d{12,}$/.test(answered) ? new Date(Number(answered)).toISOString() : fromBeijing(answered)) ??
  new Date(0).toISOString();

export function createBooks(call: WinitCaller) {
  return {
    async inventory(access: WmsAccess, warehouse: string, cursor?: string): Promise<WmsPage<WmsStock>> {
      const pageNum = pageNumber(PLATFORM, cursor);
      const data = { warehouseCode: pairOf(warehouse)[0], pageNum: String(pageNum), pageSize: String(PAGE) };
      const answered = await call(access, { action: 'queryWarehouseStorage', data, effect: 'read', shape: stock });
      const all = answered.list.map((one): WmsStock => {
        // Waiting to be destroyed, they still lie there.
        const frozen = one.qtyFrozen + one.prohibitUsableQty + one.qtyDestruction;
        return {
          sku: one.productCode,
          onHand: one.qtyAvailable + one.qtyWaitOut + frozen,
          available: one.qtyAvailable,
          allocated: one.qtyWaitOut,
          damaged: 0,
          frozen,
          inTransit: one.pipelineInventory,
          pendingPutAway: 0,
        };
      });
      return { rows: all, ...nextPage(pageNum, pageNum * PAGE < answered.total) };
    },

    async stockLedger(
      access: WmsAccess,
      warehouse: string,
      from: string,
      to: string,
      cursor?: string,
    ): Promise<WmsPage<WmsStockEntry>> {
      const stretch = stretchOf(PLATFORM, { from, to, days: 30, cursor });
      const data = {
        warehouseCode: pairOf(warehouse)[0],
        startDate: toBeijing(stretch.start).slice(0, 10),
        endDate: toBeijing(stretch.end).slice(0, 10),
        pageVo: { pageNo: stretch.page, pageSize: PAGE },
      };
      const answered = await call(access, {
        action: 'winit.inventory.pageInvInouts',
        data,
        effect: 'read',
        shape: entries,
      });
      const [start, end] = [stretch.start, stretch.end].map((ms) => new Date(ms).toISOString());
      return {
        rows: answered.list.map(entryOf).filter(({ at }) => at >= (start ?? '') && at < (end ?? '')),
        ...stretch.next(stretch.page * PAGE < answered.pageParams.totalCount),
      };
    },

    /** Booked in the currency that they settle in, at their own rate. */
    async fees(access: WmsAccess, from: string, to: string, cursor?: string): Promise<WmsPage<WmsFee>> {
      const stretch = stretchOf(PLATFORM, { from, to, days: 30, cursor });
      const data = {
        deducationTimeStart: toBeijing(stretch.start),
        deducationTimeEnd: toBeijing(stretch.end),
        pageParams: { pageNo: stretch.page, pageSize: PAGE },
      };
      const action = 'sms.incomeSettlement.pageChargeDetails';
      const answered = await call(access, { action, data, effect: 'read', shape: charges });
      return { rows: answered.list.map(feeOf), ...stretch.next(stretch.page * PAGE < answered.pageParams.totalCount) };
    },
  };
}

function entryOf(one: z.output<typeof entry>): WmsStockEntry {
  return {
    entryId: one.uuid ?? [one.docNo, one.skuCode, one.changeDate, one.changeQty].join(':'),
    at: timeOf(one.changeDate),
    sku: one.skuCode,
    delta: one.changeQty,
    balance: one.endQty,
    kind: /INBOUND/.test(one.docType) ? 'receipt' : /OUTBOUND/.test(one.docType) ? 'ship' : 'adjust',
    ...(one.docNo ? { refNo: one.docNo } : {}),
  };
}

function feeOf(one: z.output<typeof charge>): WmsFee {
  const ref = one.businessDocumentNo ?? one.documentNo;
  const storage = /仓租|storage/i.test(`${one.chargeCode} ${one.chargeName ?? ''}`);
  const refType = storage
    ? 'storage'
    : /^WO/.test(ref ?? '')
      ? 'outbound'
      : /^WI/.test(ref ?? '')
        ? 'inbound'
        : 'other';
  const input = !isPositive(one.acctAmt) && isPositive(magnitude(one.acctAmt));
  return {
    feeId: one.id,
    at: timeOf(one.deducationTime ?? one.created ?? ''),
    refType,
    ...(ref ? { refNo: ref } : {}),
    feeType: one.chargeCode,
    direction: input ? 'refund' : 'charge',
    amount: magnitude(one.acctAmt),
    currency: one.acctCurrency,
  };
}
