import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { StockRule, saveStockRule as saveCall } from '@tradewind/contract/listings.ts';
import type { App } from '../../core/app.ts';
import { defineAction, writeAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { badField, conflict, ruleBroken } from '../../core/errors.ts';
import { arrayOf } from '../../core/scope.ts';
import { platformDoes, shopInScope, shopsInScope } from '../channels/public.ts';
import { askForShop } from './watch.ts';

const saved = defineAction('listings.ruleSaved', ['修改库存规则', 'Stock rule changed']);

type Kept = Omit<StockRule, 'shopName' | 'platform' | 'supported'>;

const FIRST: Omit<Kept, 'shopId'> = {
  enabled: false,
  mode: 'all',
  share: 100,
  buffer: 0,
  autoBuffer: true,
  most: null,
  warehouseIds: null,
  lagSeconds: null,
  waiting: 0,
  version: 0,
};

/** All shops of the user, with their rule or the default of a new one. */
export async function listStockRules(app: App, tx: Tx, ctx: Ctx): Promise<StockRule[]> {
  const shops = (await shopsInScope(tx, ctx)).filter((shop) => shop.state !== 'pending');
  const rows = await tx.rows<
    Kept & Record<string, unknown>
  >(sql`select r.shop_id, r.enabled, r.mode, r.share, r.buffer, r.auto_buffer,
      r.most, r.warehouse_ids::int[] as "warehouseIds", case when r.lag_at is not null then r.lag_seconds end as "lagSeconds", r.version,
      (select count(*)::int from listing_stock t where t.company_id = ${sql.company} and t.shop_id = r.shop_id
        and t.state in ('due', 'pending')) as waiting
    from stock_rule r where r.company_id = ${sql.company} and r.shop_id = any(${arrayOf(shops.map((shop) => shop.id))}::bigint[])`);
  return shops.map((shop) => ({
    ...FIRST,
    ...rows.find((row) => row.shopId === shop.id),
    shopId: shop.id,
    shopName: shop.name,
    platform: shop.platform,
    supported: platformDoes(app, shop.platform, 'pushStock'),
  }));
}

/** @throws conflict core.stale; ruleBroken listings.noStock where the platform accepts no quantities */
export async function saveStockRule(app: App, tx: Tx, ctx: Ctx, input: ParsedOf<typeof saveCall>) {
  const shop = await shopInScope(tx, ctx, input.shopId);
  if (!platformDoes(app, shop.platform, 'pushStock')) throw ruleBroken('listings.noStock', { name: shop.name });
  if (input.mode === 'percent' && input.share > 100) throw badField('share', 'listings.shareTooLarge');
  if (input.warehouseIds) await assertWarehouses(tx, input.warehouseIds);
  const { enabled, mode, share, buffer, autoBuffer } = input;
  const most = input.most ?? null;
  const warehouses = input.warehouseIds?.length ? sql`${arrayOf(input.warehouseIds)}::bigint[]` : sql`null`;
  const row = await tx.row<{ version: number }>(sql`
    insert into stock_rule as r (company_id, shop_id, enabled, mode, share, buffer, auto_buffer, most, warehouse_ids, updated_at)
    select ${sql.company}, ${shop.id}, ${enabled}, ${mode}, ${share}, ${buffer}, ${autoBuffer}, ${most}::int, ${warehouses}, ${tx.now}
    where ${input.version} = 0 or exists (select 1 from stock_rule where company_id = ${sql.company} and shop_id = ${shop.id})
    on conflict (company_id, shop_id) do update set enabled = excluded.enabled, mode = excluded.mode, share = excluded.share,
      buffer = excluded.buffer, auto_buffer = excluded.auto_buffer, most = excluded.most, warehouse_ids = excluded.warehouse_ids,
      version = r.version + 1, updated_at = excluded.updated_at where r.version = ${input.version}
    returning version`);
  if (!row) throw conflict('core.stale', await lastChange(tx, shop.id));
  // Due updates belong to the old rule.
  if (!enabled)
    await tx.rows(
      sql`delete from listing_stock where company_id = ${sql.company} and shop_id = ${shop.id} and state in ('due', 'refused')`,
    );
  const { shopId: _, version: __, ...detail } = input;
  writeHistory(tx, [{ docKind: 'shop', docId: shop.id, event: 'stockRule', detail }]);
  writeAudit(tx, [{ action: saved, targetKind: 'shop', targetId: shop.id, targetName: shop.name, detail }]);
  if (enabled) await askForShop(tx, shop.id);
  return { version: row.version };
}

async function assertWarehouses(tx: Tx, ids: readonly number[]): Promise<void> {
  const row = await tx.row<{ n: number }>(sql`select count(*)::int as n from warehouse
    where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[])`);
  if (row?.n !== new Set(ids).size) throw badField('warehouseIds', 'listings.warehouseUnknown');
}

async function lastChange(tx: Tx, shopId: number): Promise<{ who: string; when: string }> {
  const row = await tx.row<{ who: string; at: Date }>(sql`select actor as who, at from document_event
    where company_id = ${sql.company} and doc_kind = 'shop' and doc_id = ${shopId} and event = 'stockRule' order by id desc limit 1`);
  return { who: row?.who ?? '', when: row?.at.toISOString() ?? '' };
}
