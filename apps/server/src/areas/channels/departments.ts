import { sql } from '../../core/database/sql.ts';
import { conflict } from '../../core/errors.ts';
import { placesReading } from '../access/public.ts';
import { departmentRemoving } from '../identity/public.ts';

departmentRemoving.listen(async (tx, { departmentId, name }) => {
  const used = await tx.row<{ shops: number }>(sql`select count(*)::int as shops from shop
    where company_id = ${sql.company} and department_id = ${departmentId}`);
  if (used && used.shops > 0) throw conflict('channels.departmentHasShops', { name, shops: used.shops });
});

placesReading.listen(async (tx, { shops }) => {
  shops.push(
    ...(await tx.rows<{ id: number; name: string; departmentId: number | null }>(sql`
      select id, name, department_id from shop where company_id = ${sql.company} order by name, id`)),
  );
});
