import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import type { openReturnLabel } from '@tradewind/contract/returns.ts';
import type { App } from '../../core/app.ts';
import { systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { FileAnswer, RequestCtx } from '../../core/http/routes.ts';
import { inShops } from '../../core/scope.ts';
import { membersFor } from '../access/public.ts';
import { countOpened, defineLinkable, placeOf, withLink } from '../documents/public.ts';
import { labelForBuyer, printReturnLabel, returnLabelStanding } from '../logistics/public.ts';
import { RETURN } from './document.ts';

const PAGE = 'returnLabel';

type Head = { orderId: number; shopId: number; number: string; orderNo: string; company: string; units: number };

const headOf = (tx: Tx, id: number): Promise<Head | undefined> =>
  tx.row<Head>(sql`select r.order_id, r.shop_id, r.number, o.display_no as order_no, s.name as company, r.units
    from sales_return r join sales_order o on o.company_id = r.company_id and o.id = r.order_id
    join shop s on s.company_id = r.company_id and s.id = r.shop_id
    where r.company_id = ${sql.company} and r.id = ${id} and ${inShops(tx, sql`r.shop_id`)}`);

defineLinkable({
  docKind: RETURN.kind,
  share: [rights.salesReturn.returnLabel],
  pages: [PAGE],
  // The page has no address of the buyer; whoever shares the label may print it.
  buyerPages: [],
  nameOf: async (tx, id) => (await headOf(tx, id))?.number,
  responsible: async (tx, id) => {
    const head = await headOf(tx, id);
    return head ? membersFor(tx, head.shopId, { modules: [rights.salesReturn.id], button: 'returnLabel' }) : [];
  },
  assertShareable: async (tx, id) => {
    const one = await tx.row<{ orderId: number; number: string; ended: boolean }>(sql`select order_id, number,
        state in ('closed', 'cancelled', 'rejected') as ended
      from sales_return where company_id = ${sql.company} and id = ${id} for update`);
    if (!one) throw notFound('returns.notFound');
    const { live } = await returnLabelStanding(tx, { returnId: id, orderId: one.orderId });
    if (one.ended || !live) throw conflict('returns.noLabel', { number: one.number });
  },
});

/** The way back for the buyer: what, where to, with which labels. */
export const openForBuyer = (app: App, ctx: RequestCtx, key: string): Promise<ResultOf<typeof openReturnLabel>> =>
  withLink(app, ctx, key, PAGE, async (tx, link) => {
    const head = await headOf(tx, link.docId);
    const label = head && (await labelForBuyer(app, tx, { returnId: link.docId, orderId: head.orderId }));
    if (!label) throw notFound('link.notFound');
    const lines = await tx.rows<{
      sku: string;
      title: string;
      quantity: number;
    }>(sql`select o.seller_sku as sku, o.title,
        l.quantity
      from sales_return_line l join order_line o on o.company_id = l.company_id and o.id = l.order_line_id
      where l.company_id = ${sql.company} and l.return_id = ${link.docId} order by l.id limit 500`);
    countOpened(tx, link);
    const { orderId: _order, shopId: _shop, ...shown } = head;
    return { ...shown, ...label, to: placeOf(label.to), lines, expiresAt: link.expiresAt.toISOString() };
  });

/** The labels behind a link. Drawing one may take a call to its carrier: outside of the link's transaction. */
export async function labelByLink(app: App, ctx: RequestCtx, key: string): Promise<FileAnswer> {
  const { companyId, recipient, of } = await withLink(app, ctx, key, PAGE, async (tx, { docId, recipient }) => {
    const head = await headOf(tx, docId);
    if (!head) throw notFound('link.notFound');
    return { companyId: tx.companyId, recipient, of: { returnId: docId, orderId: head.orderId } };
  });
  return printReturnLabel(app, systemContext(companyId, recipient, ctx.requestId), of);
}
