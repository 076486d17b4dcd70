import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, ruleBroken } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { rememberWarehouse, warehouses } from '../../warehouse/public.ts';
import { listChannels } from './channels.ts';

/** The channels that ship from an own warehouse. @throws notFound where the actor does not see it */
export async function shippingMethods(tx: Tx, warehouseId: number) {
  await warehouses.one(tx, warehouseId);
  const named = await tx.rows<{ id: number }>(sql`select channel_id as id from warehouse_channel
    where company_id = ${sql.company} and warehouse_id = ${warehouseId}`);
  const chosen = new Set(named.map((row) => row.id));
  const channels = await listChannels(tx);
  return {
    all: chosen.size === 0,
    channels: channels.map(({ id, name, carrier, carrierAccountName, accountEnabled, enabled, isDefault }) => ({
      ...{ id, name, carrier, isDefault },
      accountName: carrierAccountName,
      enabled: enabled && accountEnabled !== false,
      ships: chosen.size === 0 || chosen.has(id),
    })),
  };
}

/**
 * Orders with any other channel get no labels from this warehouse any more; bought labels stay. @throws
 * logistics.methodsOutside, badField channelIds
 */
export async function saveShippingMethods(
  tx: Tx,
  { houseId: warehouseId, channelIds }: { houseId: number; channelIds: readonly number[] },
): Promise<void> {
  await warehouses.one(tx, warehouseId);
  const warehouse = await tx.row<{ outside: boolean }>(sql`select provider_code <> '' as outside from warehouse
    where company_id = ${sql.company} and id = ${warehouseId} for update`);
  if (warehouse?.outside) throw ruleBroken('logistics.methodsOutside');
  // Locked, so that nobody deletes one of them meanwhile.
  const known = await tx.rows<{ id: number; name: string }>(sql`select id, name from shipping_channel
    where company_id = ${sql.company} and id = any(${arrayOf(channelIds)}::bigint[]) order by id for key share`);
  const ids = new Set(known.map((row) => row.id));
  const gone = channelIds.findIndex((id) => !ids.has(id));
  if (gone >= 0) throw badField(`channelIds.${gone}`, 'logistics.channelGone');
  await tx.rows(sql`delete from warehouse_channel where company_id = ${sql.company} and warehouse_id = ${warehouseId}`);
  await tx.rows(sql`insert into warehouse_channel (company_id, warehouse_id, channel_id)
    select ${sql.company}, ${warehouseId}, c from unnest(${arrayOf([...ids])}::bigint[]) c`);
  await rememberWarehouse(tx, warehouseId, 'methodsChosen', { reason: known.map((row) => row.name).join(', ') });
}
