import { z } from 'zod';
import { ConnectorError } from '../../types.ts';
import type { WmsAccess, WmsInbound, WmsInboundState, WmsInboundStatus } from '../../wms.ts';
import {
  article,
  count,
  maybe,
  orNothing,
  requestedIn,
  rows,
  skuOf,
  someText,
  standing,
  toBeijing,
} from '../convert.ts';
import type { AskCall } from './ask.ts';

const PLATFORM = 'eccang';

/** The letters differ from version to version: what is not among them is for a person to look at. */
const STATUS: Readonly<Record<string, WmsInboundStatus>> = {
  C: 'draft',
  W: 'submitted',
  P: 'inTransit',
  Z: 'receiving',
  E: 'putAway',
  X: 'cancelled',
};

const PAGE = 20;

const line = z.object({ ...article, quantity: count, received_qty: count, putaway_qty: count });
const asn = z
  .object({ receiving_code: someText, reference_no: someText, receiving_status: someText, items: rows(line) })
  .transform((one): WmsInboundState => {
    const status = STATUS[one.receiving_status.toUpperCase()];
    const items = [...Map.groupBy(one.items, skuOf)].map(([sku, lines]) => {
      const sum = (of: (each: z.output<typeof line>) => number) => lines.reduce((total, each) => total + of(each), 0);
      const putAway = sum((each) => each.putaway_qty);
      return {
        sku,
        planned: sum((each) => each.quantity),
        received: Math.max(
          putAway,
          sum((each) => each.received_qty),
        ),
        putAway,
        damaged: 0,
      };
    });
    return {
      clientInboundNo: one.reference_no,
      inboundNo: one.receiving_code,
      status: status ?? 'exception',
      items,
      ...(status ? {} : { problem: `unknown status: ${one.receiving_status}` }),
    };
  });
const page = z.object({ data: rows(asn) });
const made = z.object({
  receiving_code: someText,
  data: maybe(z.object({ receiving_code: someText })),
});

export function createInbounds(call: AskCall, now: () => number) {
  const list = (access: WmsAccess, which: object) =>
    call(access, { service: 'getAsnList', params: { page: 1, pageSize: PAGE, ...which }, effect: 'read', shape: page });

  return {
    async createInbound(access: WmsAccess, input: WmsInbound) {
      const params = {
        reference_no: input.clientInboundNo,
        warehouse_code: input.warehouse,
        income_type: 0,
        receiving_type: 'D',
        tracking_number: input.trackingNumbers[0] ?? '',
        // Several numbers are not taken by every version.
        receiving_desc: input.trackingNumbers.slice(1).join(','),
        eta_date: input.eta ?? toBeijing(now()).slice(0, 10),
        verify: 1,
        items: input.cartons.flatMap((carton, index) =>
          carton.items.map(({ sku, quantity }) => ({ product_sku: sku, quantity, box_no: index + 1 })),
        ),
      };
      const answered = await call(access, { service: 'createAsn', params, effect: 'once', shape: made });
      const inboundNo = answered.receiving_code || answered.data?.receiving_code;
      if (inboundNo) return { inboundNo, status: 'submitted' as const };
      throw new ConnectorError(PLATFORM, 'uncertain', 'createAsn: no number in the answer');
    },

    async findInbound(access: WmsAccess, clientInboundNo: string): Promise<WmsInboundState | undefined> {
      const answered = await orNothing(list(access, { reference_no: clientInboundNo }));
      return standing(answered?.data.filter((one) => one.clientInboundNo === clientInboundNo) ?? []);
    },

    async inbound(access: WmsAccess, inboundNo: string): Promise<WmsInboundState> {
      const answered = await list(access, { receiving_code: inboundNo });
      const found = requestedIn(answered.data, inboundNo);
      if (found) return found;
      throw new ConnectorError(PLATFORM, 'rejected', `no such inbound: ${inboundNo}`, { code: 'NOT_FOUND_INBOUND' });
    },

    async cancelInbound(access: WmsAccess, inboundNo: string): Promise<void> {
      const params = { receiving_code: inboundNo };
      await call(access, { service: 'cancelAsn', params, effect: 'repeatable', shape: z.unknown() });
    },
  };
}
