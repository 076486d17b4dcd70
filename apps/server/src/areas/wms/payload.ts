import { createHash } from 'node:crypto';
import { findWmsProvider } from '@tradewind/connectors/wms/index.ts';
import type { WmsInbound, WmsOutbound } from '@tradewind/connectors/wms.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { Decimal } from '../../core/money.ts';
import { boxSigned, goodsCustoms } from '../orders/public.ts';

export interface Problem {
  code: string;
  params?: Record<string, string | number>;
}
/** The data to send, or why it cannot be sent yet. */
export type Payload<T> = { ok: true; payload: T; hash: string } | { ok: false; problem: Problem };

const ready = <T>(payload: T): Payload<T> => ({
  ok: true,
  payload,
  hash: createHash('sha256').update(JSON.stringify(payload)).digest('hex').slice(0, 32),
});
const missing = (code: string, params: Record<string, string | number> = {}): Payload<never> => ({
  ok: false,
  problem: { code, params },
});

type Facts = {
  number: string;
  code: string;
  /** Of the warehouse. */
  country: string | null;
  platform: string;
  orderNo: string;
  shipTo: Record<string, string | null> | null;
  platformShipping: boolean;
  signature: boolean;
  provider: string;
  method: string | null;
};
type Line = {
  id: number;
  quantity: number;
  sku: string;
  code: string | null;
  state: string | null;
  problem: string | null;
  declared: string | null;
  hsCode: string;
};

const text = (value: string | null | undefined): string => value?.trim() ?? '';

/** An outbound order for the provider. */
export async function outboundPayload(tx: Tx, outboundId: number): Promise<Payload<WmsOutbound>> {
  const [facts] = await tx.rows<Facts>(
    sql`select o.number, h.code, (select w.address->>'country' from warehouse w where w.company_id = ${sql.company} and w.id = o.warehouse_id) as country,
       coalesce(p.platform, '') as platform, s.platform_order_no as "orderNo", s.ship_to,
       s.platform_shipping, ${boxSigned(sql`s`)} as signature,
       (select c.provider from wms_connection c where c.company_id = ${sql.company} and c.id = h.connection_id) as provider,
       (select c.method_code from wms_method_choice c join wms_method m on m.company_id = ${sql.company} and m.warehouse_id = c.warehouse_id
          and m.code = c.method_code and not m.gone
        where c.company_id = ${sql.company} and c.warehouse_id = o.warehouse_id and c.channel_id in (coalesce(s.channel_id, o.channel_id, 0), 0)
        order by c.channel_id desc limit 1) as method
     from outbound o join wms_warehouse h on h.company_id = ${sql.company} and h.warehouse_id = o.warehouse_id
     join sales_order s on s.company_id = ${sql.company} and s.id = o.order_id left join shop p on p.company_id = ${sql.company} and p.id = o.shop_id
     where o.company_id = ${sql.company} and o.id = ${outboundId}`,
  );
  if (!facts) return missing('wms.documentGone');
  if (facts.platformShipping) return missing('wms.platformCarries');
  if (!facts.method) return missing('wms.noMethod');
  if (facts.signature && !findWmsProvider(facts.provider)?.signatures) return missing('wms.noSignature');
  const to = facts.shipTo;
  if (!to || !text(to.line1) || !text(to.city) || !text(to.country)) return missing('wms.noAddress');
  const lines = await linesOf(tx, outboundId);
  const unknown = lines.find((line) => line.state !== 'active');
  if (unknown)
    return missing(unknown.state === 'rejected' ? 'wms.skuRejected' : 'wms.skuNotActive', {
      sku: unknown.sku,
      words: unknown.problem ?? '',
    });
  // Domestic orders need no declaration, but providers require a value.
  const abroad = text(to.country) !== text(facts.country);
  const worthless = abroad ? lines.find((line) => !line.declared) : undefined;
  if (worthless) return missing('wms.noDeclaredValue', { sku: worthless.sku });
  return ready<WmsOutbound>({
    clientOrderNo: facts.number,
    warehouse: facts.code,
    shippingMethod: facts.method,
    platform: facts.platform,
    platformOrderNo: facts.orderNo,
    recipient: recipientOf(to),
    ...(facts.signature ? { signature: true } : {}),
    items: lines.map((line) => ({
      lineId: String(line.id),
      sku: line.code ?? line.sku,
      quantity: line.quantity,
      declaredUsd: new Decimal(line.declared ?? '1').toFixed(2),
      ...(line.hsCode ? { hsCode: line.hsCode } : {}),
    })),
  });
}

function linesOf(tx: Tx, outboundId: number): Promise<Line[]> {
  return tx.rows<Line>(
    sql`select b.id, b.quantity, p.sku, w.code, w.state, w.problem, d.value_usd as declared, d.hs_code
     from outbound_line b join outbound o on o.company_id = ${sql.company} and o.id = b.outbound_id
     join wms_warehouse h on h.company_id = ${sql.company} and h.warehouse_id = o.warehouse_id
     join product p on p.company_id = ${sql.company} and p.id = b.product_id
     join order_line l on l.company_id = ${sql.company} and l.id = b.order_line_id
     join order_goods og on og.company_id = ${sql.company} and og.line_id = l.id and og.product_id = b.product_id
     join sales_order s on s.company_id = ${sql.company} and s.id = l.order_id
     cross join lateral (${goodsCustoms(tx, { paid: false })}) d
     left join wms_product w on w.company_id = ${sql.company} and w.connection_id = h.connection_id and w.product_id = b.product_id
     where b.company_id = ${sql.company} and b.outbound_id = ${outboundId} order by b.id`,
  );
}

function recipientOf(to: Record<string, string | null>): WmsOutbound['recipient'] {
  const input = (name: string) => (text(to[name]) ? { [name]: text(to[name]) } : {});
  return {
    name: text(to.name) || text(to.company),
    country: text(to.country),
    city: text(to.city),
    postalCode: text(to.postalCode),
    line1: text(to.line1),
    ...input('company'),
    ...input('phone'),
    ...input('email'),
    ...input('state'),
    ...input('line2'),
  };
}

type Asn = {
  number: string;
  code: string;
  trackingNumber: string;
  reference: string;
  expectedOn: string | null;
  state: string;
};
type AsnLine = {
  id: number;
  expected: number;
  sku: string;
  code: string | null;
  state: string | null;
  problem: string | null;
};
type Carton = { code: string; contents: { lineId: number; quantity: number; batch?: string; expiresOn?: string }[] };

/** An ASN for the provider: its cartons, or one carton with everything where packing details are missing. */
export async function inboundPayload(
  tx: Tx,
  inboundId: number,
  transport: WmsInbound['transport'],
): Promise<Payload<WmsInbound>> {
  const [notice] = await tx.rows<Asn>(
    sql`select i.number, h.code, i.tracking_number, i.reference, i.expected_on::text as "expectedOn", i.state
     from inbound i join wms_warehouse h on h.company_id = ${sql.company} and h.warehouse_id = i.warehouse_id
     where i.company_id = ${sql.company} and i.id = ${inboundId} for update of i`,
  );
  // Once receiving has started here, it is not sent to a provider.
  if (!notice || (notice.state !== 'notice' && notice.state !== 'arrived')) return missing('wms.documentGone');
  const lines = await tx.rows<AsnLine>(
    sql`select l.id, l.expected, p.sku, w.code, w.state, w.problem from inbound_line l
     join inbound i on i.company_id = ${sql.company} and i.id = l.inbound_id
     join wms_warehouse h on h.company_id = ${sql.company} and h.warehouse_id = i.warehouse_id
     join product p on p.company_id = ${sql.company} and p.id = l.product_id
     left join wms_product w on w.company_id = ${sql.company} and w.connection_id = h.connection_id and w.product_id = l.product_id
     where l.company_id = ${sql.company} and l.inbound_id = ${inboundId} and l.expected > 0 order by l.id`,
  );
  const unknown = lines.find((line) => line.state !== 'active');
  if (unknown) return missing('wms.skuNotActive', { sku: unknown.sku, words: unknown.problem ?? '' });
  const cartons = await tx.rows<Carton>(
    sql`select code, contents from inbound_carton where company_id = ${sql.company} and inbound_id = ${inboundId} order by id`,
  );
  const skuOf = new Map(lines.map((line) => [line.id, line.code ?? line.sku]));
  const packed: Carton[] =
    cartons.length > 0
      ? cartons
      : [{ code: notice.number, contents: lines.map(({ id, expected }) => ({ lineId: id, quantity: expected })) }];
  return ready<WmsInbound>({
    clientInboundNo: notice.number,
    warehouse: notice.code,
    transport,
    trackingNumbers: [notice.trackingNumber || notice.reference].filter(Boolean),
    ...(notice.expectedOn ? { eta: notice.expectedOn } : {}),
    cartons: packed.map(({ code, contents }) => ({
      code,
      items: contents.map(({ lineId, ...rest }) => ({ ...rest, sku: skuOf.get(lineId) ?? '' })),
    })),
  });
}
