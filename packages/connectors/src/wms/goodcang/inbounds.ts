import { z } from 'zod';
import { ConnectorError } from '../../types.ts';
import type { WmsAccess, WmsInbound, WmsInboundState, WmsInboundStatus } from '../../wms.ts';
import { anyText, article, count, isState, rows, skuOf, someText, toBeijing } from '../convert.ts';
import type { AskCall } from '../eccang/ask.ts';
import { tooLong } from '../eccang/orders.ts';

const PLATFORM = 'goodcang';

const STATUS: Readonly<Record<string, WmsInboundStatus>> = {
  '0': 'draft',
  '1': 'submitted',
  '2': 'rejected',
  '3': 'inTransit',
  '4': 'inTransit',
  '5': 'inTransit',
  '6': 'inTransit',
  '7': 'inTransit',
  '8': 'receiving',
  '9': 'received',
  '10': 'putAway',
  '100': 'cancelled',
};

/** 0 air, 1 less than a container by sea, 2 express, 3 a container by rail, 4 by sea, 5 less by rail; a lorry is as express. */
const SHIPPING: Readonly<Record<WmsInbound['transport'], number>> = { air: 0, sea: 1, express: 2, truck: 2, rail: 5 };

const LONGEST_TRACKING = 35;
const PAGE = 100;
/** Where it has to be looked for by our number: what was announced longer ago is known by theirs. */
const LOOK_BACK_MS = 30 * 86_400_000;
const MOST_PAGES = 50;

const line = z.object({
  ...article,
  overseas_pre_count: count,
  overseas_receiving_count: count,
  overseas_shelves_count: count,
});
const detail = z.object({
  data: z.object({
    receiving_code: someText,
    reference_no: someText,
    receiving_status: someText,
    overseas_detail: rows(line),
  }),
});
const list = z.object({ data: rows(z.object({ receiving_code: someText, reference_no: someText })), count });
const made = z.object({ data: z.object({ receiving_code: z.string().min(1) }) });
const file = z.object({ data: z.object({ label_image: z.string().min(1), image_type: anyText }) });
const nothing = z.unknown();

function stateOf(answered: z.output<typeof detail>['data']): WmsInboundState {
  const status = STATUS[answered.receiving_status];
  const skus = Map.groupBy(answered.overseas_detail, skuOf);
  const items = [...skus].map(([sku, lines]) => {
    const sum = (of: (one: z.output<typeof line>) => number) => lines.reduce((total, one) => total + of(one), 0);
    const putAway = sum((one) => one.overseas_shelves_count);
    return {
      sku,
      planned: sum((one) => one.overseas_pre_count),
      received: Math.max(
        putAway,
        sum((one) => one.overseas_receiving_count),
      ),
      putAway,
      damaged: 0,
    };
  });
  return {
    clientInboundNo: answered.reference_no,
    inboundNo: answered.receiving_code,
    status: status ?? 'exception',
    items,
    ...(status ? {} : { problem: `unknown status: ${answered.receiving_status}` }),
  };
}

export function createInbounds(call: AskCall, now: () => number) {
  async function inbound(access: WmsAccess, inboundNo: string): Promise<WmsInboundState> {
    const params = { receiving_code: inboundNo };
    const answered = await call(access, {
      service: 'inbound_order/get_grn_detail',
      params,
      effect: 'read',
      shape: detail,
    });
    const state = stateOf(answered.data);
    return { ...state, inboundNo: state.inboundNo || inboundNo };
  }

  return {
    inbound,

    async createInbound(access: WmsAccess, input: WmsInbound) {
      const tracking = input.trackingNumbers.join(',');
      const first = input.trackingNumbers[0] ?? '';
      if (first.length > LONGEST_TRACKING) throw tooLong(PLATFORM, 'tracking_number', first, LONGEST_TRACKING);
      const params = {
        reference_no: input.clientInboundNo,
        transit_type: 0,
        receiving_shipping_type: SHIPPING[input.transport],
        tracking_number: tracking.length > LONGEST_TRACKING ? first : tracking,
        warehouse_code: input.warehouse,
        eta_date: input.eta ?? toBeijing(now()).slice(0, 10),
        verify: 1,
        receiving_desc: '',
        items: input.cartons.map((carton, index) => ({
          box_no: index + 1,
          reference_box_no: carton.code,
          box_details: carton.items.map(({ sku, quantity }) => ({ product_sku: sku, quantity })),
        })),
      };
      const service = 'inbound_order/create_grn';
      const answered = await call(access, { service, params, effect: 'once', shape: made });
      return { inboundNo: answered.data.receiving_code, status: 'submitted' as const };
    },

    async findInbound(access: WmsAccess, clientInboundNo: string): Promise<WmsInboundState | undefined> {
      const from = toBeijing(now() - LOOK_BACK_MS);
      for (let page = 1; page <= MOST_PAGES; page++) {
        const params = { page, pageSize: PAGE, create_date_from: from };
        const answered = await call(access, {
          service: 'inbound_order/get_grn_list',
          params,
          effect: 'read',
          shape: list,
        });
        const found = answered.data.find(({ reference_no }) => reference_no === clientInboundNo);
        if (found) return inbound(access, found.receiving_code);
        if (answered.data.length === 0 || page * PAGE >= answered.count) return undefined;
      }
      return undefined;
    },

    async cancelInbound(access: WmsAccess, inboundNo: string): Promise<void> {
      const params = { receiving_code: inboundNo };
      try {
        await call(access, { service: 'inbound_order/del_grn', params, effect: 'repeatable', shape: nothing });
      } catch (error) {
        // Thrown away before, and we did not hear of it.
        if (isState(error) && (await inbound(access, inboundNo)).status === 'cancelled') return;
        throw error;
      }
    },

    async inboundLabels(access: WmsAccess, inboundNo: string): Promise<Buffer> {
      const service = 'inbound_order/print_gc_receiving_box';
      const params = { receiving_code: inboundNo, print_size: 1, print_type: 2, receiving_box_no_arr: [] };
      const { data } = await call(access, { service, params, effect: 'read', shape: file });
      const bytes = Buffer.from(data.label_image, 'base64');
      if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return bytes;
      throw new ConnectorError(PLATFORM, 'malformed', `${service}: the label is no PDF`);
    },
  };
}
