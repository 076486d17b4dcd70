import { z } from 'zod';
import { parseJson } from '../../json.ts';
import { ConnectorError } from '../../types.ts';
import type { WmsConnector, WmsInbound, WmsOutbound, WmsProduct } from '../../wms.ts';
import { createGenericClient, type GenericOptions } from './client.ts';
import * as shapes from './shapes.ts';
import { isPushSigned } from './signing.ts';

const PAGE = '100';
const nothing = z.unknown();

/** Any warehouse that speaks the neutral interface. */
export function createGenericWms(options: GenericOptions): WmsConnector {
  const { provider } = options;
  const call = createGenericClient(options);
  const now = options.http.now ?? Date.now;

  const found = async (access: Parameters<WmsConnector['check']>[0], clientOrderNo: string) => {
    const { rows } = await call(access, {
      method: 'GET',
      path: '/v1/outbound-orders',
      query: { clientOrderNo },
      effect: 'read',
      shape: shapes.page(shapes.outbound),
    });
    return rows.find(({ state }) => state.clientOrderNo === clientOrderNo);
  };

  return {
    provider,
    capabilities: {
      cancelIntercept: true,
      labels: true,
      push: true,
      fees: true,
      quote: true,
      batches: true,
      stockLedger: true,
    },
    async check(access) {
      await call(access, { method: 'GET', path: '/v1/account', effect: 'read', shape: nothing });
    },
    warehouses: (access) =>
      call(access, { method: 'GET', path: '/v1/warehouses', effect: 'read', shape: shapes.warehouses }),
    shippingMethods: (access, warehouse) =>
      call(access, {
        method: 'GET',
        path: '/v1/shipping-methods',
        query: { warehouse },
        effect: 'read',
        shape: shapes.shippingMethods,
      }),

    putProduct: (access, product) =>
      call(access, {
        method: 'PUT',
        path: `/v1/products/${encodeURIComponent(product.sku)}`,
        json: productOf(product),
        effect: 'repeatable',
        shape: shapes.product,
      }),
    async products(access, skus) {
      const { rows } = await call(access, {
        method: 'GET',
        path: '/v1/products',
        query: { skus: skus.join(',') },
        effect: 'read',
        shape: shapes.page(shapes.product),
      });
      return rows;
    },

    createInbound: (access, inbound) =>
      call(access, {
        method: 'POST',
        path: '/v1/inbound-orders',
        json: inboundOf(inbound),
        effect: 'once',
        shape: shapes.inboundMade,
      }),
    async findInbound(access, clientInboundNo) {
      const { rows } = await call(access, {
        method: 'GET',
        path: '/v1/inbound-orders',
        query: { clientInboundNo },
        effect: 'read',
        shape: shapes.page(shapes.inbound),
      });
      return rows.find((row) => row.clientInboundNo === clientInboundNo);
    },
    inbound: (access, inboundNo) =>
      call(access, { method: 'GET', path: `/v1/inbound-orders/${inboundNo}`, effect: 'read', shape: shapes.inbound }),
    async cancelInbound(access, inboundNo) {
      const path = `/v1/inbound-orders/${inboundNo}/cancel`;
      await call(access, { method: 'POST', path, json: {}, effect: 'repeatable', shape: nothing });
    },
    async inboundLabels(access, inboundNo) {
      const path = `/v1/inbound-orders/${inboundNo}/labels`;
      const query = { size: '100x150' };
      return (await call(access, { method: 'GET', path, query, effect: 'read', shape: shapes.labels })).pdf;
    },

    /** An order that is there already under our number is the same order, if it is about the same goods. */
    async createOutbound(access, order) {
      try {
        return await call(access, {
          method: 'POST',
          path: '/v1/outbound-orders',
          json: outboundOf(order),
          effect: 'once',
          shape: shapes.outboundMade,
        });
      } catch (error) {
        if (!(error instanceof ConnectorError) || !error.code?.startsWith('DUPLICATE')) throw error;
        const known = await found(access, order.clientOrderNo);
        if (!known) throw new ConnectorError(provider, 'uncertain', error.message, { code: error.code });
        if (goodsOf(known.items) !== goodsOf(itemsOf(order))) throw error;
        return { orderNo: known.state.orderNo, status: known.state.status };
      }
    },
    async findOutbound(access, clientOrderNo) {
      return (await found(access, clientOrderNo))?.state;
    },
    async outbound(access, orderNo) {
      const path = `/v1/outbound-orders/${orderNo}`;
      return (await call(access, { method: 'GET', path, effect: 'read', shape: shapes.outbound })).state;
    },
    async outbounds(access, since, cursor) {
      const { rows, ...rest } = await call(access, {
        method: 'GET',
        path: '/v1/outbound-orders',
        query: { updatedFrom: since, pageSize: PAGE, cursor },
        effect: 'read',
        shape: shapes.page(shapes.outbound),
      });
      return { rows: rows.map(({ state }) => state), ...rest };
    },
    async cancelOutbound(access, orderNo, reason) {
      try {
        const { result } = await call(access, {
          method: 'POST',
          path: `/v1/outbound-orders/${orderNo}/cancel`,
          json: { reason },
          effect: 'repeatable',
          shape: shapes.cancelled,
        });
        return result;
      } catch (error) {
        if (error instanceof ConnectorError && error.code?.startsWith('STATE')) return 'refused';
        throw error;
      }
    },

    inventory: (access, warehouse, cursor) =>
      call(access, {
        method: 'GET',
        path: '/v1/inventory',
        query: { warehouse, pageSize: PAGE, cursor },
        effect: 'read',
        shape: shapes.page(shapes.stock),
      }),
    stockLedger: (access, warehouse, from, to, cursor) =>
      call(access, {
        method: 'GET',
        path: '/v1/inventory/ledger',
        query: { warehouse, from, to, pageSize: PAGE, cursor },
        effect: 'read',
        shape: shapes.page(shapes.entry),
      }),
    fees: (access, from, to, cursor) =>
      call(access, {
        method: 'GET',
        path: '/v1/fees',
        query: { from, to, pageSize: PAGE, cursor },
        effect: 'read',
        shape: shapes.page(shapes.fee),
      }),
    balances: (access) => call(access, { method: 'GET', path: '/v1/account', effect: 'read', shape: shapes.balances }),
    quote: (access, order) =>
      call(access, {
        method: 'POST',
        path: '/v1/quotes',
        json: outboundOf(order),
        effect: 'read',
        shape: shapes.quotes,
      }),

    readPush(secret, headers, body) {
      if (!isPushSigned(secret, headers['x-signature'] ?? '', body, now()))
        throw new ConnectorError(provider, 'unauthorized', 'a push that is not signed as agreed', {
          code: 'SIGNATURE',
        });
      const read = shapes.push.safeParse(parseJson(body));
      if (!read.success) throw new ConnectorError(provider, 'malformed', 'a push that cannot be read');
      return read.data;
    },
  };
}

function productOf(product: WmsProduct) {
  return {
    name: product.nameEn,
    nameCn: product.nameZh,
    barcode: product.barcode ? [product.barcode] : [],
    declaredNameEn: product.nameEn,
    declaredNameCn: product.nameZh,
    hsCode: product.hsCode ?? null,
    origin: product.originCountry ?? null,
    declaredValue: { amount: product.declaredValueUsd, currency: 'USD' },
    weightG: product.weightGrams,
    lengthMm: product.lengthMm,
    widthMm: product.widthMm,
    heightMm: product.heightMm,
    battery: product.battery ? 'PI966' : 'NONE',
  };
}

const TRANSPORT = { sea: 'SEA_LCL', air: 'AIR', rail: 'RAIL', truck: 'TRUCK', express: 'EXPRESS' } as const;

function inboundOf(inbound: WmsInbound) {
  return {
    clientInboundNo: inbound.clientInboundNo,
    warehouse: inbound.warehouse,
    type: 'SELF',
    transport: TRANSPORT[inbound.transport],
    trackingNumbers: inbound.trackingNumbers,
    eta: inbound.eta ?? null,
    cartons: inbound.cartons.map((carton, i) => ({
      cartonNo: String(i + 1),
      clientCartonNo: carton.code,
      weightG: carton.weightGrams ?? null,
      lengthMm: carton.lengthMm ?? null,
      widthMm: carton.widthMm ?? null,
      heightMm: carton.heightMm ?? null,
      items: carton.items.map(({ sku, quantity, batch, expiresOn }) => ({
        sku,
        qty: quantity,
        lot: batch ?? null,
        expiry: expiresOn ?? null,
      })),
    })),
  };
}

const itemsOf = (order: WmsOutbound) => order.items.map(({ sku, quantity }) => ({ sku, qty: quantity }));

/** What goods there are, however they are spread over lines. */
function goodsOf(items: readonly { sku: string; qty: number }[]): string {
  const bySku = new Map<string, number>();
  for (const { sku, qty } of items) bySku.set(sku, (bySku.get(sku) ?? 0) + qty);
  return JSON.stringify([...bySku].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function outboundOf(order: WmsOutbound) {
  const { recipient } = order;
  return {
    clientOrderNo: order.clientOrderNo,
    warehouse: order.warehouse,
    shippingMethod: order.shippingMethod,
    platform: order.platform,
    platformOrderNo: order.platformOrderNo,
    saleType: 'B2C',
    recipient: {
      name: recipient.name,
      company: recipient.company ?? null,
      phone: recipient.phone ?? null,
      email: recipient.email ?? null,
      country: recipient.country,
      state: recipient.state ?? null,
      city: recipient.city,
      postcode: recipient.postalCode,
      address1: recipient.line1,
      address2: recipient.line2 ?? null,
    },
    items: order.items.map(({ lineId, sku, quantity, declaredUsd, hsCode }) => ({
      lineId,
      sku,
      qty: quantity,
      quality: 'GOOD',
      declared: { amount: declaredUsd, currency: 'USD' },
      hsCode: hsCode ?? null,
    })),
    options: {
      ...(order.signature ? { signature: true } : {}),
      ...(order.label
        ? { platformLabel: { trackingNumber: order.label.trackingNumber, pdf: order.label.pdf.toString('base64') } }
        : {}),
    },
    tax: { ioss: order.tax?.ioss ?? null, vat: order.tax?.vat ?? null, eori: order.tax?.eori ?? null },
    submit: true,
  };
}
