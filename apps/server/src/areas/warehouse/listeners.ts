import { sql } from '../../core/database/sql.ts';
import { ruleBroken } from '../../core/errors.ts';
import { placesReading } from '../access/public.ts';
import { goodsMoving } from '../stock/public.ts';
import { enterGates } from './locks.ts';

/** During a full count nothing may be received or adjusted there either. */
goodsMoving.listen(async (tx, { warehouseIds }) => {
  const gates = await enterGates(tx, warehouseIds);
  const counting = [...gates.values()].find((gate) => gate.counting);
  if (counting) throw ruleBroken('warehouse.counting', { warehouse: counting.name });
});

placesReading.listen(async (tx, { warehouses }) => {
  warehouses.push(
    ...(await tx.rows<{ id: number; name: string }>(
      sql`select id, name from warehouse where company_id = ${sql.company} order by name, id`,
    )),
  );
});
