import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';

export interface Address {
  name?: string;
  company?: string;
  line1?: string;
  line2?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  country?: string;
  phone?: string;
}

export type ShippingWarehouse = {
  id: number;
  code: string;
  name: string;
  kind: string;
  address: Address;
  isDefault: boolean;
  counting: boolean;
  priority: number;
};

const COLUMNS = sql`id, code, name, kind, address, is_default, counting, priority`;

/** Enabled warehouses in the order of allocation. */
export function shippingWarehouses(tx: Tx): Promise<ShippingWarehouse[]> {
  return tx.rows<ShippingWarehouse>(
    sql`select ${COLUMNS} from warehouse where company_id = ${sql.company} and enabled order by priority, is_default desc, id`,
  );
}

/** By id, disabled ones too. */
export async function warehousesById(tx: Tx, ids: readonly number[]): Promise<Map<number, ShippingWarehouse>> {
  const rows = await tx.rows<ShippingWarehouse>(
    sql`select ${COLUMNS} from warehouse where company_id = ${sql.company} and id = any(${ids}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
