import type { Tx } from '../../../core/database/database.ts';
import { addWarehouse, openPlaces } from './warehouses.ts';

export interface Adopted {
  provider: string;
  /** What the provider calls it. */
  providerCode: string;
  name: string;
  country: string;
  personInCharge: string;
}

/** A provider tells damaged goods apart. */
const MORE_PLACES = [{ area: 'DMG', kind: 'damaged', pathOrder: 920_000 }];

/** A warehouse that a provider runs for us, by the provider's own code. @returns its id */
export async function adoptWarehouse(tx: Tx, given: Adopted): Promise<number> {
  const wanted = `${given.provider}-${given.providerCode}`.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 27);
  const [taken] = await tx.prepared<{ n: number }>(
    'warehouse_code_like',
    'select count(*)::int as n from warehouse where company_id = $1 and (code = $2 or code like $3)',
    [tx.companyId, wanted, `${wanted.replaceAll('_', '\\_')}-%`],
  );
  const { id } = await addWarehouse(tx, {
    code: taken?.n ? `${wanted}-${taken.n + 1}` : wanted,
    name: given.name,
    kind: 'rented',
    provider: given.provider,
    address: { country: given.country },
    personInCharge: given.personInCharge,
    priority: 500,
  });
  await tx.prepared('warehouse_outside', 'update warehouse set provider_code = $3 where company_id = $1 and id = $2', [
    tx.companyId,
    id,
    given.providerCode,
  ]);
  await openPlaces(tx, id, MORE_PLACES);
  return id;
}
