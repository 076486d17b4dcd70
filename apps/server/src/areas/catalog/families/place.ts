import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';

interface Place {
  id: number;
  familyId: number;
  /** Of the family. */
  code: string;
  axisValues: readonly string[];
}

/** Writes the places of variants; two statements, because variants that change places would meet in one. */
export async function placeVariants(tx: Tx, places: readonly Place[]): Promise<void> {
  await tx.rows(sql`update product set axis_values = array_fill('#' || id, array[axis_count])
    where company_id = ${sql.company} and id = any(${arrayOf(places.map((one) => one.id))}::bigint[]) and family_id is not null`);
  await tx.rows(sql`update product p set family_id = r."familyId", parent_sku = r.code,
      axis_values = array(select jsonb_array_elements_text(r."axisValues")), version = p.version + 1, updated_at = ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as r(id bigint, "familyId" bigint, code text, "axisValues" jsonb)
    where p.company_id = ${sql.company} and p.id = r.id`);
}
