import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { lastPath, locationsAdded } from '../locations/locations.ts';

/** Area-shelf-row-column, as every location is named. */
export const isLocationCode = (code: string): boolean => /^[A-Z0-9]{1,10}(-[A-Z0-9]{1,10}){3}$/.test(code);

/** Picking locations that a sheet names and nobody has made, at the end of the pick path. */
export async function openShelves(tx: Tx, named: readonly { warehouseId: number; code: string }[]): Promise<void> {
  const once = [...new Map(named.map((one) => [`${one.warehouseId}/${one.code}`, one])).values()];
  if (once.length === 0) return;
  const places = once.map(({ warehouseId, code }) => {
    const [area, shelf, row, column] = code.split('-');
    return { warehouseId, code, area, shelf, row, column };
  });
  const made = await tx.rows<{ id: number; code: string }>(sql`
    insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, path_order)
    select ${sql.company}, r."warehouseId", r.code, r.area, r.shelf, r."row", r."column", 'picking',
      ${lastPath(sql`r."warehouseId"`)} + 10 * row_number() over (partition by r."warehouseId" order by r.code)
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as r("warehouseId" bigint, code text, area text, shelf text, "row" text, "column" text)
    on conflict (company_id, warehouse_id, code) do nothing returning id, code`);
  locationsAdded(tx, made);
}
