import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  CUSTOMS_NUMBER_SHAPES,
  type listCustomsNumbers,
  type saveCustomsNumber,
} from '@tradewind/contract/logistics.ts';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, notFound } from '../../../core/errors.ts';
import { inShops } from '../../../core/scope.ts';

const acts = {
  saved: defineAction('logistics.customsNumberSaved', ['保存清关税号', 'Customs number saved']),
  deleted: defineAction('logistics.customsNumberDeleted', ['删除清关税号', 'Customs number deleted']),
};
const audit = (tx: Tx, action: AuditAction, id: number, name: string) =>
  writeAudit(tx, [{ action, targetKind: 'customs_number', targetId: id, targetName: name }]);

type Row = ResultOf<typeof listCustomsNumbers>['list'][number];

/** Of the company, and of shops in the actor's scope. */
export function customsNumbers(tx: Tx, ctx: Pick<Ctx, 'rights'>): Promise<Row[]> {
  return tx.rows<Row>(sql`select n.id, n.kind, n.country, n.number, n.shop_id, s.name as "shopName", n.note
    from customs_number n left join shop s on s.company_id = n.company_id and s.id = n.shop_id
    where n.company_id = ${sql.company} and (n.shop_id is null or ${inShops(ctx, sql`n.shop_id`)})
    order by n.kind, n.country, s.name nulls first, n.id`);
}

/** @throws badField for a wrong shape, a missing country or a number that is there; notFound logistics.customsNumberGone */
export async function putCustomsNumber(
  tx: Tx,
  ctx: Pick<Ctx, 'rights'>,
  input: ParsedOf<typeof saveCustomsNumber>,
): Promise<number> {
  const { kind, number, shopId, note } = input;
  const { pattern, example } = CUSTOMS_NUMBER_SHAPES[kind];
  if (!pattern.test(number)) throw badField('number', 'logistics.customsNumberBad', { example });
  if (kind === 'vat' && input.country === null) throw badField('country', 'logistics.customsCountry');
  const country = kind === 'vat' ? (input.country ?? '') : '';
  if (shopId !== null) {
    const shop = await tx.row(sql`select 1 from shop
      where company_id = ${sql.company} and id = ${shopId} and ${inShops(ctx, sql`id`)}`);
    if (!shop) throw badField('shopId', 'logistics.customsShop');
  }
  const taken = await tx.row(sql`select 1 from customs_number where company_id = ${sql.company} and kind = ${kind}
    and country = ${country} and number = ${number} and shop_id is not distinct from ${shopId} and id <> ${input.id ?? 0}`);
  if (taken) throw badField('number', 'logistics.customsNumberTaken');
  const saved =
    input.id === undefined
      ? await tx.row<{ id: number }>(sql`insert into customs_number (company_id, kind, country, number, shop_id, note)
          values (${sql.company}, ${kind}, ${country}, ${number}, ${shopId}, ${note}) returning id`)
      : await tx.row<{ id: number }>(sql`update customs_number n set kind = ${kind}, country = ${country},
            number = ${number}, shop_id = ${shopId}, note = ${note}
          where n.company_id = ${sql.company} and n.id = ${input.id} and (n.shop_id is null or ${inShops(ctx, sql`n.shop_id`)})
          returning n.id`);
  if (!saved) throw notFound('logistics.customsNumberGone');
  audit(tx, acts.saved, saved.id, number);
  return saved.id;
}

/** @throws notFound logistics.customsNumberGone */
export async function removeCustomsNumber(tx: Tx, ctx: Pick<Ctx, 'rights'>, id: number): Promise<void> {
  const gone = await tx.row<{ number: string }>(sql`delete from customs_number n where n.company_id = ${sql.company}
    and n.id = ${id} and (n.shop_id is null or ${inShops(ctx, sql`n.shop_id`)}) returning n.number`);
  if (!gone) throw notFound('logistics.customsNumberGone');
  audit(tx, acts.deleted, id, gone.number);
}
