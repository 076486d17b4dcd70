import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, ruleBroken } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { rememberWarehouse, warehouses } from '../../warehouse/public.ts';
import { channelOptions, listChannels } from './channels.ts';

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

/** The enabled ones, for pickers. @throws notFound where the actor does not see the warehouse */
export async function warehouseChannels(tx: Tx, warehouseId: number) {
  await warehouses.one(tx, warehouseId);
  const channels = await channelOptions(tx, warehouseId);
  return channels.map((one) => ({ ...one, channelId: one.id, id: `${warehouseId}:${one.id}` }));
}

/** One more channel; nothing changes where all ship. @throws logistics.methodsOutside, badField */
export async function addToWarehouse(tx: Tx, warehouseId: number, channelId: number): Promise<void> {
  await lockOwn(tx, warehouseId);
  const { all, channels } = await shippingMethods(tx, warehouseId);
  const added = channels.find((one) => one.id === channelId);
  if (!added) throw badField('express.channelId', 'logistics.channelGone');
  if (all || added.ships) return;
  const ships = channels.filter((one) => one.ships).map((one) => one.id);
  await saveShippingMethods(tx, { houseId: warehouseId, channelIds: [...ships, channelId] });
}

/** The others go on to ship. @throws logistics.methodsOutside, logistics.lastOfWarehouse */
export async function removeFromWarehouses(
  tx: Tx,
  pairs: readonly { warehouseId: number; channelId: number }[],
): Promise<void> {
  const inOrder = Map.groupBy(
    pairs.toSorted((a, b) => a.warehouseId - b.warehouseId),
    (pair) => pair.warehouseId,
  );
  for (const [warehouseId, gone] of inOrder) {
    const { name } = await lockOwn(tx, warehouseId);
    const { channels } = await shippingMethods(tx, warehouseId);
    const ships = channels.filter((one) => one.ships).map((one) => one.id);
    const rest = ships.filter((id) => !gone.some(({ channelId }) => channelId === id));
    if (rest.length === ships.length) continue;
    // None named would mean all.
    if (rest.length === 0) throw ruleBroken('logistics.lastOfWarehouse', { warehouse: name });
    await saveShippingMethods(tx, { houseId: warehouseId, channelIds: rest });
  }
}

/** @throws notFound, logistics.methodsOutside */
async function lockOwn(tx: Tx, warehouseId: number): Promise<{ name: string }> {
  await warehouses.one(tx, warehouseId);
  const warehouse = await tx.row<{ name: string; outside: boolean }>(sql`
    select name, provider_code <> '' as outside from warehouse
    where company_id = ${sql.company} and id = ${warehouseId} for update`);
  if (!warehouse || warehouse.outside) throw ruleBroken('logistics.methodsOutside');
  return warehouse;
}

/**
 * Orders with any other channel get no labels from this warehouse any more; bought labels stay. @throws
 * logistics.methodsOutside, badField channelIds
 */
export async function saveShippingMethods(
  tx: Tx,
  { houseId: warehouseId, channelIds }: { houseId: number; channelIds: readonly number[] },
): Promise<void> {
  await lockOwn(tx, warehouseId);
  // Locked, so that nobody deletes one of them meanwhile.
  const known = await tx.rows<{ id: number; name: string }>(sql`select id, name from shipping_channel
    where company_id = ${sql.company} and id = any(${arrayOf(channelIds)}::bigint[]) order by id for key share`);
  const ids = new Set(known.map((row) => row.id));
  const gone = channelIds.findIndex((id) => !ids.has(id));
  if (gone >= 0) throw badField(`channelIds.${gone}`, 'logistics.channelGone');
  await tx.rows(sql`delete from warehouse_channel where company_id = ${sql.company} and warehouse_id = ${warehouseId}`);
  await tx.rows(sql`insert into warehouse_channel (company_id, warehouse_id, channel_id)
    select ${sql.company}, ${warehouseId}, c from unnest(${arrayOf([...ids])}::bigint[]) c returning 1`);
  await rememberWarehouse(tx, warehouseId, 'methodsChosen', { reason: known.map((row) => row.name).join(', ') });
}
