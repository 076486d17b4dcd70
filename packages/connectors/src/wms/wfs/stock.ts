import { z } from 'zod';
import { rowsOf, shaped } from '../../marketplaces/walmart/client.ts';
import type { WmsAccess, WmsConnector, WmsProductState, WmsStock } from '../../wms.ts';
import { count, pageNumber, someText } from '../convert.ts';
import { isAbsent, notEnrolled, PLATFORM, type WfsCaller } from './client.ts';

const PAGE = 200;

const stockOf = (sku: string, available: number, counted: number, reserved: number, inTransit: number): WmsStock => {
  const onHand = Math.max(available, counted);
  const allocated = Math.min(onHand - available, reserved);
  const frozen = onHand - available - allocated;
  return { sku, onHand, available, allocated, damaged: 0, frozen, inTransit, pendingPutAway: 0 };
};

const headers = z.object({ totalCount: count }).nullish();
/** Source: "WFS inventory (new)", Walmart developer portal; the names of its figures are reported by integrators. */
const newer = z.object({
  headers,
  payload: z.object({
    inventory: rowsOf(
      z
        .object({
          itemInformation: z.object({ sku: someText }),
          inventoryData: z.object({
            availableUnits: count,
            onhandUnits: count,
            reservedUnits: count,
            inboundUnits: count,
          }),
        })
        .transform(({ itemInformation: { sku }, inventoryData: of }) =>
          stockOf(sku, of.availableUnits, of.onhandUnits, of.reservedUnits, of.inboundUnits),
        ),
    ),
  }),
});
/** Source: "WFS inventory (legacy)": of a SKU by kinds of nodes, and what is not to be had of it is reserved. */
const older = z.object({
  headers,
  payload: z.object({
    inventory: rowsOf(
      z
        .object({
          sku: someText,
          shipNodes: rowsOf(z.object({ shipNodeType: someText, availToSellQty: count, onHandQty: count })),
        })
        .transform(({ sku, shipNodes }) => {
          const own = shipNodes.filter(({ shipNodeType }) => !shipNodeType || /^wfs/i.test(shipNodeType));
          const sum = (name: 'availToSellQty' | 'onHandQty') => own.reduce((total, node) => total + node[name], 0);
          return stockOf(sku, sum('availToSellQty'), sum('onHandQty'), Number.MAX_SAFE_INTEGER, 0);
        }),
    ),
  }),
});

/** The newer service is not there for every seller, the older one is to be shut down. */
const SERVICES = [
  { path: '/v3/wfs/inventory', shape: newer },
  { path: '/v3/fulfillment/inventory', shape: older },
] as const;

export function createStock(call: WfsCaller): Pick<WmsConnector, 'check' | 'inventory' | 'products' | 'putProduct'> {
  const readAt = async (access: WmsAccess, service: number, query: Record<string, string | number>) => {
    const { path, shape } = SERVICES[service] ?? SERVICES[0];
    const answer = await call(access, { method: 'GET', path, query });
    const { payload, headers: about } = shaped(shape, answer, path, PLATFORM);
    return { rows: payload.inventory, total: about?.totalCount ?? 0, service };
  };
  /** @throws ConnectorError `rejected` NOT_IN_WFS where neither service is there */
  const read = async (access: WmsAccess, query: Record<string, string | number>) => {
    for (const service of SERVICES.keys())
      try {
        return await readAt(access, service, query);
      } catch (error) {
        if (!isAbsent(error)) throw error;
      }
    throw notEnrolled();
  };
  const products = async (access: WmsAccess, desired: readonly string[]): Promise<WmsProductState[]> => {
    const found: WmsProductState[] = [];
    for (const sku of desired) {
      const { rows } = await read(access, { sku, limit: 10, offset: 0 });
      if (rows.some((row) => row.sku === sku)) found.push({ sku, status: 'active' });
    }
    return found;
  };
  return {
    check: async (access) => {
      await read(access, { limit: 1, offset: 0 });
    },
    /** A cursor is the service, and the page in it. */
    async inventory(access, _warehouse, cursor) {
      const [service, pageText] = cursor?.split('/') ?? [];
      const page = pageNumber(PLATFORM, pageText);
      const query = { limit: PAGE, offset: (page - 1) * PAGE };
      const answered = service === undefined ? await read(access, query) : await readAt(access, Number(service), query);
      const { rows, total } = answered;
      const more = rows.length > 0 && (total > 0 ? query.offset + rows.length < total : rows.length === PAGE);
      return { rows, ...(more ? { next: `${answered.service}/${page + 1}` } : {}) };
    },
    products,
    /** Nothing is made there: an item that Walmart fulfils is what a product is. */
    async putProduct(access, { sku }) {
      const [known] = await products(access, [sku]);
      return known ?? { sku, status: 'rejected', problem: `sku ${sku}: not an item of WFS` };
    },
  };
}
