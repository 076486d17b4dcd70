import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addWarehouse, openPlaces, remember } from './warehouses.ts';

export interface Adopted {
  provider: string;
  /** The provider's name for it. */
  providerCode: string;
  name: string;
  country: string;
  personInCharge: string;
}

/** Providers keep damaged stock apart. */
const MORE_PLACES = [{ area: 'DMG', kind: 'damaged', pathOrder: 920_000 }];

/** Adds a provider's warehouse by the provider's own code. @returns its id */
export async function adoptWarehouse(tx: Tx, input: Adopted): Promise<number> {
  const desired = `${input.provider}-${input.providerCode}`.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 27);
  const [taken] = await tx.rows<{ n: number }>(
    sql`select count(*)::int as n from warehouse where company_id = ${sql.company} and (code = ${desired} or code like ${`${desired.replaceAll('_', '\\_')}-%`})`,
  );
  const { id } = await addWarehouse(tx, {
    code: taken?.n ? `${desired}-${taken.n + 1}` : desired,
    name: input.name,
    kind: 'rented',
    provider: input.provider,
    address: { country: input.country },
    personInCharge: input.personInCharge,
    priority: 500,
  });
  await tx.rows(
    sql`update warehouse set provider_code = ${input.providerCode} where company_id = ${sql.company} and id = ${id}`,
  );
  await openPlaces(tx, id, MORE_PLACES);
  return id;
}

/** The provider decides the name and country of its warehouses. */
export async function followProvider(
  tx: Tx,
  id: number,
  { name, country }: { name: string; country: string },
): Promise<void> {
  const changed = await tx.rows(sql`
    update warehouse set name = ${name}, address = address || jsonb_build_object('country', ${country}::text), version = version + 1
    where company_id = ${sql.company} and id = ${id}
      and (name <> ${name} or address->>'country' is distinct from ${country}::text) returning id`);
  if (changed.length > 0) await remember(tx, id, 'edited', { name, country });
}
