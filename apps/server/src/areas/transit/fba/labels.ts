import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { code128, drawPdf, lineOfText, MM } from '../../../core/pdf.ts';
import { inShops } from '../../../core/scope.ts';
import { withShop } from '../../channels/public.ts';
import { linesOf, PARTNERED } from './lines.ts';

const PAGE = { widthMm: 50, heightMm: 30, marginMm: 2 };
const MOST = 2000;

interface Part extends Record<string, unknown> {
  shopId: number;
  confirmationId: string;
  labelsKey: string | null;
  boxes: number;
  partneredCarrier: string | null;
  ready: boolean;
}

/** Amazon's box labels of a part: requested once, then kept. @throws conflict transit.noLabels */
export async function boxLabels(app: App, ctx: Ctx, id: number, partId: number): Promise<FileAnswer> {
  const part = await app.database.look(ctx, (tx) =>
    tx.row<Part>(sql`select f.shop_id, p.confirmation_id, p.labels_key,
        (select count(*)::int from fba_box b where b.company_id = ${sql.company} and b.part_id = p.id) as boxes,
        (select t.carrier from jsonb_to_recordset(p.transports) t(id text, solution text, carrier text)
          where t.id = p.transport_id and t.solution = ${PARTNERED}) as "partneredCarrier",
        f.state in ('transport', 'shipped', 'receiving', 'closed') as ready
      from fba_part p join fba_shipment f on f.company_id = p.company_id and f.id = p.shipment_id
      where p.company_id = ${ctx.companyId} and p.id = ${partId} and f.id = ${id} and ${inShops(ctx, sql`f.shop_id`)}`),
  );
  if (!part) throw notFound('transit.notFound');
  if (!part.ready) throw conflict('transit.noLabels');
  const answer = (data: Buffer) => ({
    ...{ name: `${part.confirmationId}.pdf`, mime: 'application/pdf', data, inline: true },
  });
  if (part.labelsKey) return answer(await app.files.get(ctx.companyId, part.labelsKey));
  const { boxes, partneredCarrier } = part;
  const requested = { boxes, ...(partneredCarrier === null ? {} : { partneredCarrier }) };
  const data = await withShop(app, ctx, part.shopId, ({ inbound }, access) =>
    inbound ? inbound.boxLabels(access, part.confirmationId, requested) : Promise.reject(conflict('transit.noLabels')),
  );
  const key = await app.files.put(ctx.companyId, 'labels.pdf', data);
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`update fba_part set labels_key = ${key} where company_id = ${sql.company} and id = ${partId}`),
  );
  return answer(data);
}

/** One FNSKU label for each unit that we label; for a single line, `copies` labels. */
export async function unitLabels(
  app: App,
  ctx: Ctx,
  requested: { id: number; lineId?: number | undefined; copies?: number | undefined },
): Promise<FileAnswer> {
  const { number, lines } = await app.database.look(ctx, (tx) => labelled(tx, requested));
  if (lines.length === 0) throw conflict('transit.noFnsku');
  const all = lines.flatMap((line) =>
    Array.from({ length: Math.min(requested.copies ?? line.quantity, MOST + 1) }, () => line),
  );
  if (all.length > MOST) throw badField('copies', 'transit.tooManyLabels', { most: MOST });
  return drawPdf({ name: `FNSKU ${number}`, page: PAGE }, (pdf) => {
    for (const { fnsku, title } of all) {
      pdf.addPage();
      code128(pdf, fnsku, { x: 3 * MM, y: 2 * MM, width: 44 * MM, height: 13 * MM });
      pdf.fillColor('black').font('bold').fontSize(9);
      lineOfText(pdf, fnsku, 3 * MM, 16 * MM, 44 * MM, { align: 'center' });
      pdf.font('regular').fontSize(7);
      lineOfText(pdf, title, 3 * MM, 20.5 * MM, 44 * MM);
      lineOfText(pdf, 'New', 3 * MM, 24.5 * MM, 44 * MM);
    }
  });
}

async function labelled(tx: Tx, { id, lineId }: { id: number; lineId?: number | undefined }) {
  const head = await tx.row<{
    number: string;
  }>(sql`select number from fba_shipment f where f.company_id = ${sql.company}
    and f.id = ${id} and ${inShops(tx, sql`f.shop_id`)}`);
  if (!head) throw notFound('transit.notFound');
  const titles = await tx.rows<{
    id: number;
    title: string;
  }>(sql`select l.id, coalesce(t.title, nullif(p.name_en, ''), p.name_zh) as title from fba_line l
      join fba_shipment f on f.company_id = l.company_id and f.id = l.shipment_id
      join product p on p.company_id = l.company_id and p.id = l.product_id
      left join lateral (select title from platform_listing t where t.company_id = ${sql.company} and t.shop_id = f.shop_id
        and t.seller_sku = l.seller_sku limit 1) t on true
    where l.company_id = ${sql.company} and l.shipment_id = ${id}`);
  const named = new Map(titles.map((row) => [row.id, row.title]));
  const lines = (await linesOf(tx, id))
    .filter((line) => line.fnsku !== '' && (lineId ? line.id === lineId : line.labelOwner === 'SELLER'))
    .map((line) => ({ ...line, title: named.get(line.id) ?? '' }));
  return { number: head.number, lines };
}
