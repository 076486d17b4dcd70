import { z } from 'zod';
import { ConnectorError } from '../../types.ts';
import type { WmsAccess, WmsInbound, WmsInboundState, WmsInboundStatus } from '../../wms.ts';
import { count, orNothing, requestedIn, rows, someText, standing } from '../convert.ts';
import { type FourpxClient, PLATFORM, pageShape } from './client.ts';

const STATUS: Readonly<Record<string, WmsInboundStatus>> = {
  N: 'draft',
  S: 'submitted',
  A: 'inTransit',
  B: 'inTransit',
  F: 'inTransit',
  R: 'inTransit',
  H: 'inTransit',
  G: 'receiving',
  V: 'received',
  K: 'received',
  P: 'received',
  C: 'putAway',
  E: 'exception',
  X: 'cancelled',
  D: 'cancelled',
};

const line = z.object({
  sku_code: someText,
  plan_qty: count,
  received_qty: count,
  putaway_qty: count,
  exception_qty: count,
});
const inboundShape = z
  .object({ consignment_no: someText, ref_no: someText, status: someText, lstsku: rows(line) })
  .transform((one): WmsInboundState => {
    const status = STATUS[one.status.toUpperCase()];
    const items = [...Map.groupBy(one.lstsku, ({ sku_code }) => sku_code)].map(([sku, lines]) => {
      const sum = (of: (one: z.output<typeof line>) => number) => lines.reduce((total, each) => total + of(each), 0);
      const putAway = sum((each) => each.putaway_qty);
      const damaged = sum((each) => each.exception_qty);
      // What waits to be put away is in no figure of their stock.
      const received = Math.min(
        sum((each) => each.received_qty),
        putAway + damaged,
      );
      return { sku, planned: sum((each) => each.plan_qty), received, putAway, damaged };
    });
    return {
      clientInboundNo: one.ref_no,
      inboundNo: one.consignment_no,
      status: status ?? 'exception',
      items,
      ...(status ? {} : { problem: `unknown status: ${one.status}` }),
    };
  });
const page = pageShape(inboundShape);
const made = z.object({ consignment_no: z.string().min(1) });
const label = z.object({ label_url: z.url() });

/** Their own product of the way there; goods that come otherwise go by it, too. */
const FIRST_LEG = 'F1';

export function createInbounds({ call, file }: FourpxClient) {
  const list = (access: WmsAccess, params: object) =>
    call(access, { method: 'fu.wms.inbound.getlist', params, effect: 'read', shape: page });

  return {
    async createInbound(access: WmsAccess, input: WmsInbound) {
      const total = (of: (carton: WmsInbound['cartons'][number]) => number) =>
        input.cartons.reduce((sum, carton) => sum + of(carton), 0);
      const params = {
        business_type: 'F',
        ref_no: input.clientInboundNo,
        is_pickup: 'N',
        from_warehouse_code: '',
        to_warehouse_code: input.warehouse,
        transport_type: input.transport.toUpperCase(),
        supplier_address: {},
        // Cubic metres and kilograms.
        total_volume: total((one) => (one.lengthMm ?? 0) * (one.widthMm ?? 0) * (one.heightMm ?? 0)) / 1e9,
        total_weight: total((one) => one.weightGrams ?? 0) / 1000,
        currency: 'USD',
        logistics_service_info: { logistics_product_code: FIRST_LEG },
        insure_services: {},
        ocustoms_service: {},
        icustoms_service: {},
        tracking_no: input.trackingNumbers.join(','),
        iconsignment_sku: input.cartons.flatMap((carton, index) =>
          carton.items.map((item) => ({
            box_no: String(index + 1),
            box_barcode: carton.code,
            sku_code: item.sku,
            plan_qty: item.quantity,
            batch_no: item.batch ?? '',
            ...(item.expiresOn ? { expired_date: Date.parse(item.expiresOn) } : {}),
          })),
        ),
      };
      const answered = await call(access, { method: 'fu.wms.inbound.create', params, effect: 'once', shape: made });
      return { inboundNo: answered.consignment_no, status: 'submitted' as const };
    },

    async findInbound(access: WmsAccess, clientInboundNo: string): Promise<WmsInboundState | undefined> {
      const answered = await orNothing(list(access, { ref_no: clientInboundNo, page_no: 1, page_size: 10 }));
      return standing(answered?.data.filter((one) => one.clientInboundNo === clientInboundNo) ?? []);
    },

    async inbound(access: WmsAccess, inboundNo: string): Promise<WmsInboundState> {
      const { data } = await list(access, { consignment_no: inboundNo, page_no: 1, page_size: 10 });
      const found = requestedIn(data, inboundNo);
      if (found) return found;
      throw new ConnectorError(PLATFORM, 'rejected', `no such inbound: ${inboundNo}`, { code: 'NOT_FOUND_INBOUND' });
    },

    async cancelInbound(access: WmsAccess, inboundNo: string): Promise<void> {
      const params = { consignment_no: inboundNo, cancel_type: 'OT', cancel_remark: 'cancelled' };
      await call(access, { method: 'fu.wms.inbound.cancel', params, effect: 'repeatable', shape: z.unknown() });
    },

    async inboundLabels(access: WmsAccess, inboundNo: string): Promise<Buffer> {
      const params = { consignment_no: inboundNo, type: 'LABEL_BOX_A4' };
      const method = 'fu.wms.inbound.getinboundlabel';
      const { label_url } = await call(access, { method, params, effect: 'read', shape: label });
      return file(label_url);
    },
  };
}
