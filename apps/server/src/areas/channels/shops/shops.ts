import { MARKETPLACES } from '@tradewind/connectors/marketplaces/registry.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';

export type ShopState = 'pending' | 'authorized' | 'expired' | 'disabled';

export interface Shop {
  id: number;
  platform: string;
  name: string;
  account: string;
  region: string;
  moduleId: number;
  marketplaceIds: string[];
  currency: string;
  departmentId: number | null;
  operatorId: number | null;
  state: ShopState;
  fulfilment: 'automatic' | 'manual';
}

type ShopRow = Shop & Record<string, unknown>;
const COLUMNS = sql`id, platform, name, account, region, module_id, marketplace_ids,
  currency, department_id, operator_id, state, fulfilment`;

/** Shops by id, without scope checks. */
export async function shopsByIds(tx: Tx, shopIds: readonly number[]): Promise<Map<number, Shop>> {
  if (shopIds.length === 0) return new Map();
  const rows = await tx.rows<ShopRow>(sql`
    select ${COLUMNS} from shop where company_id = ${sql.company} and id = any(${arrayOf(shopIds)}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Shops whose platform carries several orders of a buyer in one parcel of its own logistics. */
export async function shopsSharingParcels(tx: Tx): Promise<number[]> {
  const able = new Map(MARKETPLACES.map(({ platform, sharesParcels }) => [platform, sharesParcels]));
  const platforms = [...able].flatMap(([platform, shares]) => (shares ? [platform] : []));
  const rows = await tx.rows<{ id: number; platform: string; region: string }>(sql`
    select id, platform, region from shop where company_id = ${sql.company} and platform = any(${platforms}::text[])`);
  return rows.flatMap(({ id, platform, region }) => (able.get(platform)?.(region) ? [id] : []));
}

/** All shops of the user, by name. */
export function shopsInScope(tx: Tx, ctx: Pick<Ctx, 'rights'>): Promise<Shop[]> {
  return tx.rows<ShopRow>(sql`select ${COLUMNS} from shop
    where company_id = ${sql.company} and ${inShops(ctx, sql`id`)} order by name, id`);
}

/** @throws notFound channels.shopNotFound also for shops that the user does not see */
export async function shopInScope(tx: Tx, ctx: Pick<Ctx, 'rights'>, shopId: number): Promise<Shop> {
  const shop = await tx.row<ShopRow>(sql`select ${COLUMNS} from shop
    where company_id = ${sql.company} and id = ${shopId} and ${inShops(ctx, sql`id`)}`);
  if (!shop) throw notFound('channels.shopNotFound');
  return shop;
}
