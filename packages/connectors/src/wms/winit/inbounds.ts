import { z } from 'zod';
import { ConnectorError } from '../../types.ts';
import type { WmsAccess, WmsInbound, WmsInboundState, WmsInboundStatus } from '../../wms.ts';
import { count, laxRows, rows, someText, toBeijing, toCm, toKg } from '../convert.ts';
import { PLATFORM, type WinitCaller } from './client.ts';
import { pairOf } from './orders.ts';

const STATUS: Readonly<Record<string, WmsInboundStatus>> = {
  DR: 'draft',
  OD: 'submitted',
  RE: 'inTransit',
  IC: 'inTransit',
  TS: 'inTransit',
  PEWC: 'arrived',
  EWC: 'arrived',
  PS: 'receiving',
  SHD: 'putAway',
  VO: 'cancelled',
  STOP: 'exception',
};

/** Straight to the warehouse abroad and looked at there. */
const DIRECT = { orderType: 'DW', productType: 'OW0103' };
const DAY_MS = 86_400_000;
const PAGE = 200;
/** Their list does not tell our numbers: each of the last days has to be read. */
const LOOK_BACK_DAYS = 3;
const MOST_READ = 200;

const line = z.object({ merchandiseCode: someText, quantity: count, actualQuantity: count });
const detail = z
  .object({
    orderNo: someText,
    sellerOrderNo: someText,
    status: someText,
    merchandiseList: rows(line),
    packageList: laxRows(z.object({ packageNo: someText })),
  })
  .transform((one) => {
    const status = STATUS[one.status.toUpperCase()];
    const state: WmsInboundState = {
      clientInboundNo: one.sellerOrderNo,
      inboundNo: one.orderNo,
      status: status ?? 'exception',
      items: one.merchandiseList.map((each) => ({
        sku: each.merchandiseCode,
        planned: each.quantity,
        // What was looked at and waits to be put away is in no figure of their stock.
        received: each.actualQuantity,
        putAway: each.actualQuantity,
        damaged: 0,
      })),
      ...(status ? {} : { problem: `unknown status: ${one.status}` }),
    };
    return { state, packages: one.packageList.map(({ packageNo }) => packageNo) };
  });
const made = z.object({ orderNo: z.string().min(1) });
const ways = rows(z.object({ productCode: someText }));
const list = z.object({ orderList: rows(z.object({ orderNo: someText })) });
const label = z.object({ label: z.string().min(1) });

export function createInbounds(call: WinitCaller, now: () => number) {
  const read = (access: WmsAccess, orderNo: string) =>
    call(access, {
      action: 'winit.wh.inbound.getOrderDetail',
      data: { orderNo, isIncludePackage: 'Y' },
      effect: 'read',
      shape: detail,
    });

  return {
    async createInbound(access: WmsAccess, input: WmsInbound) {
      const [code] = pairOf(input.warehouse);
      const [way] = await call(access, {
        action: 'winit.wh.pms.getWinitProducts',
        data: { productType: DIRECT.productType },
        effect: 'read',
        shape: ways,
      });
      if (!way) throw new ConnectorError(PLATFORM, 'rejected', 'Winit has opened no direct inbound for this account');
      const data = {
        orderType: DIRECT.orderType,
        winitProductCode: way.productCode,
        destinationWarehouseCode: code,
        inspectionWarehouseCode: code,
        sellerOrderNo: input.clientInboundNo,
        expressNo: input.trackingNumbers.join(','),
        packageList: input.cartons.map((carton) => ({
          sellerCaseNo: carton.code,
          sellerLength: toCm(carton.lengthMm ?? 0),
          sellerWidth: toCm(carton.widthMm ?? 0),
          sellerHeight: toCm(carton.heightMm ?? 0),
          sellerWeight: toKg(carton.weightGrams ?? 0),
          merchandiseList: carton.items.map(({ sku, quantity, expiresOn }) => ({
            merchandiseCode: sku,
            specification: '',
            quantity,
            ...(expiresOn ? { validDate: expiresOn } : {}),
          })),
        })),
      };
      const answered = await call(access, {
        action: 'winit.wh.inbound.order.create',
        data,
        effect: 'once',
        shape: made,
      });
      return { inboundNo: answered.orderNo, status: 'submitted' as const };
    },

    async findInbound(access: WmsAccess, clientInboundNo: string): Promise<WmsInboundState | undefined> {
      const data = {
        orderCreateDateStart: toBeijing(now() - LOOK_BACK_DAYS * DAY_MS).slice(0, 10),
        orderCreateDateEnd: toBeijing(now() + DAY_MS).slice(0, 10),
        pageParams: { pageNo: 1, pageSize: PAGE },
      };
      const answered = await call(access, {
        action: 'winit.wh.inbound.getOrderList',
        data,
        effect: 'read',
        shape: list,
      });
      const newest = answered.orderList.map(({ orderNo }) => orderNo).toSorted((a, b) => (a < b ? 1 : -1));
      for (const orderNo of newest.slice(0, MOST_READ)) {
        const { state } = await read(access, orderNo);
        if (state.clientInboundNo === clientInboundNo) return state;
      }
      return undefined;
    },

    inbound: async (access: WmsAccess, inboundNo: string) => (await read(access, inboundNo)).state,

    async cancelInbound(access: WmsAccess, inboundNo: string): Promise<void> {
      const data = { orderNo: inboundNo };
      await call(access, { action: 'winit.wh.inbound.voidOrder', data, effect: 'repeatable', shape: z.unknown() });
    },

    async inboundLabels(access: WmsAccess, inboundNo: string): Promise<Buffer> {
      const { packages } = await read(access, inboundNo);
      const data = {
        orderNo: inboundNo,
        labelSize: '15x10',
        origin: 'Made in China',
        packageNoList: packages.map((packageNo) => ({ packageNo })),
      };
      const action = 'winit.wh.inbound.printPackageLabel';
      const bytes = Buffer.from((await call(access, { action, data, effect: 'read', shape: label })).label, 'base64');
      if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return bytes;
      throw new ConnectorError(PLATFORM, 'malformed', `${action}: the label is no PDF`);
    },
  };
}
