import type { PlatformInbound, ReceivedItem } from '@tradewind/connectors/capabilities/inbound.ts';
import { currencyOf } from '@tradewind/connectors/marketplaces/amazon/regions.ts';
import { ConnectorError, type ShopAccess } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { nextNumbers } from '../../../core/documents.ts';
import { Fail } from '../../../core/errors.ts';
import { codedFailure } from '../../../core/jobs/failure.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { shopQueue, withShop } from '../../channels/public.ts';
import { companyOf, localDay } from '../../company/public.ts';
import {
  closeInbound,
  inboundByHand,
  inboundReceived,
  inboundTakenBack,
  receiveInbound,
} from '../../warehouse/public.ts';
import { caseDocument, type Fba, fbaDocument, holdFba, moveFba } from '../documents.ts';

/** How long Amazon accepts claims for units lost inbound. */
const CLAIM_DAYS = 60;
const OVER = ['CLOSED', 'CANCELLED', 'DELETED', 'ABANDONED'];

const receiveJob = defineJob<{ shopId: number }>(
  'transit.receive',
  ['读取亚马逊的 FBA 接收数量', 'Sync units received by Amazon FBA'],
  (app, ctx, { shopId }) => receiveShop(app, ctx, shopId),
);

export const askReceived = (tx: Tx, shopId: number): Promise<void> =>
  addJob(tx, receiveJob, { shopId }, { queue: shopQueue(shopId), key: `transit.receive:${shopId}`, priority: 8 });

defineSchedule({
  name: 'transit.receive.all',
  cron: '7,37 * * * *',
  title: ['安排读取FBA收货', 'Plan reading FBA receipts'],
  due: sql`select distinct company_id from fba_shipment where state in ('shipped', 'receiving')`,
  each: (app, ctx) =>
    app.database.inCompany(ctx, async (tx) => {
      const shops = await tx.rows<{ shopId: number }>(sql`select distinct shop_id from fba_shipment
        where company_id = ${sql.company} and state in ('shipped', 'receiving')`);
      for (const { shopId } of shops) await askReceived(tx, shopId);
    }),
});

// Amazon's counts sync while its shop is authorized: a manual receipt would count the goods twice.
inboundByHand.listen(async (tx, { inbounds, refuse }) => {
  const rows = await tx.rows<{ inboundId: number; number: string }>(
    sql`select p.inbound_id, p.confirmation_id as number from fba_part p
     join fba_shipment f on f.company_id = ${sql.company} and f.id = p.shipment_id and f.state in ('shipped', 'receiving')
     join shop s on s.company_id = ${sql.company} and s.id = f.shop_id and s.state = 'authorized'
     where p.company_id = ${sql.company} and p.inbound_id = any(${inbounds.map((one) => one.inboundId)}::bigint[])`,
  );
  for (const row of rows) refuse(row.inboundId, 'transit.receivedByAmazon', { number: row.number });
});

// Without an authorized shop users receive the goods: updates the part, whoever counted.
const keepReceived: Parameters<typeof inboundReceived.listen>[0] = async (tx, { sourceKind, inboundId }) => {
  if (sourceKind !== fbaDocument.kind) return;
  await tx.rows(
    sql`update fba_part_line x set received = i.received / l.factor
     from inbound_line i, fba_line l
     where x.company_id = ${sql.company} and i.company_id = ${sql.company} and i.inbound_id = ${inboundId} and i.source_line = x.id
       and l.company_id = ${sql.company} and l.id = x.line_id`,
  );
};
inboundReceived.listen(keepReceived);
inboundTakenBack.listen(keepReceived);

interface Part extends Record<string, unknown> {
  id: number;
  shipmentId: number;
  planId: string;
  platformId: string;
  confirmationId: string;
}

async function receiveShop(app: App, ctx: Ctx, shopId: number): Promise<void> {
  const parts = await app.database.look(ctx, (tx) =>
    tx.rows<Part>(sql`select p.id, p.shipment_id, f.plan_id, p.platform_id,
        p.confirmation_id
      from fba_shipment f join fba_part p on p.company_id = f.company_id and p.shipment_id = f.id
      where f.company_id = ${ctx.companyId} and f.shop_id = ${shopId} and f.state in ('shipped', 'receiving')
        and p.status <> all(array['CLOSED', 'CANCELLED', 'DELETED', 'ABANDONED'])
      order by p.read_at nulls first, p.id limit 500`),
  );
  if (parts.length === 0) return;
  await withShop(app, ctx, shopId, async ({ inbound }, access) => {
    for (const part of parts) if (inbound) await receivePart(app, ctx, inbound, access, part);
  });
}

/** A part that fails to read or book keeps its error, is retried next time, and does not block others. */
async function receivePart(
  app: App,
  ctx: Ctx,
  inbound: PlatformInbound,
  access: ShopAccess,
  part: Part,
): Promise<void> {
  try {
    const { status } = await inbound.shipment(access, part.planId, part.platformId);
    const counted = await inbound.received(access, part.confirmationId);
    await app.database.inCompany(ctx, (tx) => bookReceived(tx, part, status, counted));
  } catch (error) {
    const rejected = error instanceof ConnectorError && error.kind === 'rejected';
    if (!(rejected || error instanceof Fail)) throw error;
    const words = error instanceof Fail ? codedFailure(error.code, error.params) : error.message;
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(sql`update fba_part set read_at = ${tx.now}, read_error = ${words.slice(0, 1000)}
        where company_id = ${sql.company} and id = ${part.id}`),
    );
  }
}

interface Line extends Record<string, unknown> {
  id: number;
  sellerSku: string;
  factor: number;
  /** Product units received so far. */
  arrived: number;
  expiresOn: string | null;
  inboundId: number;
  inboundLineId: number;
}

/** Receives Amazon's new units into the FBA warehouse; when Amazon closes, opens cases for shortages and overages. */
export async function bookReceived(
  tx: Tx,
  part: Pick<Part, 'id' | 'shipmentId'>,
  status: string,
  counted: readonly ReceivedItem[],
): Promise<void> {
  const held = await holdFba(tx, part.shipmentId);
  if (held.state !== 'shipped' && held.state !== 'receiving') return;
  const lines = await tx.rows<Line>(sql`select x.id, l.seller_sku, l.factor, i.received as arrived,
      l.expires_on::text as "expiresOn", p.inbound_id, i.id as "inboundLineId"
    from fba_part_line x join fba_line l on l.company_id = x.company_id and l.id = x.line_id
      join fba_part p on p.company_id = x.company_id and p.id = x.part_id
      join inbound_line i on i.company_id = x.company_id and i.inbound_id = p.inbound_id and i.source_line = x.id
    where x.company_id = ${sql.company} and x.part_id = ${part.id} order by x.id`);
  const fresh = lines.flatMap((line) => {
    const now = (counted.find((one) => one.sku === line.sellerSku)?.received ?? 0) * line.factor;
    // Amazon sometimes lowers a count: received units stay; the case at closing shows the difference.
    return now > line.arrived ? [{ line, more: now - line.arrived }] : [];
  });
  const inboundId = lines[0]?.inboundId;
  if (fresh.length > 0 && inboundId)
    await receiveInbound(
      tx,
      inboundId,
      fresh.map(({ line, more }) => ({
        lineId: line.inboundLineId,
        quantity: more,
        ...(line.expiresOn ? { expiresOn: line.expiresOn } : {}),
      })),
    );
  await tx.rows(sql`update fba_part set status = ${status}, read_at = ${tx.now}, read_error = null
    where company_id = ${sql.company} and id = ${part.id}`);
  let now: Fba = held;
  if (held.state === 'shipped' && (fresh.length > 0 || status === 'RECEIVING' || status === 'CHECKED_IN')) {
    await moveFba(tx, held, 'receiving');
    now = { ...held, state: 'receiving' };
  }
  if (!OVER.includes(status)) return;
  if (inboundId) await closeInbound(tx, inboundId);
  await openCases(tx, part, currencyOf(held.marketplaceId) ?? 'USD');
  await closeShipment(tx, now);
}

/** Amazon reimburses in the currency of the marketplace. */
async function openCases(tx: Tx, part: Pick<Part, 'id' | 'shipmentId'>, currency: string): Promise<void> {
  const differing = await tx.rows<{
    id: number;
    off: number;
  }>(sql`select id, received - quantity as off from fba_part_line
    where company_id = ${sql.company} and part_id = ${part.id} and received <> quantity order by id`);
  const numbers = differing.length > 0 ? await nextNumbers(tx, caseDocument, differing.length) : [];
  const { timeZone } = await companyOf(tx);
  const dueOn = localDay(new Date(tx.now.getTime() + CLAIM_DAYS * 86_400_000), timeZone);
  const rows = differing.map(({ id, off }, at) => ({
    ...{ number: numbers[at], partLineId: id, kind: off < 0 ? 'short' : 'over', quantity: Math.abs(off) },
  }));
  await tx.rows(sql`insert into fba_case (company_id, number, shipment_id, part_line_id, kind, quantity, due_on, currency, created_at)
    select ${sql.company}, r.number, ${part.shipmentId}, r."partLineId", r.kind, r.quantity, ${dueOn}, ${currency}, ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(number text, "partLineId" bigint, kind text, quantity int)
    on conflict do nothing`);
}

/** Closes the shipment when all its parts are closed. */
async function closeShipment(tx: Tx, held: Fba): Promise<void> {
  const open =
    await tx.row(sql`select 1 as one from fba_part where company_id = ${sql.company} and shipment_id = ${held.id}
    and status <> all(array['CLOSED', 'CANCELLED', 'DELETED', 'ABANDONED']) limit 1`);
  if (!open) await moveFba(tx, held, 'closed');
}
