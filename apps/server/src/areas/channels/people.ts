import { sql } from 'drizzle-orm/sql/sql';
import { conflict } from '../../core/errors.ts';
import { departmentRemoving } from '../identity/public.ts';

departmentRemoving.listen(async (tx, { departmentId, name }) => {
  const used = await tx.row<{ shops: number }>(sql`select count(*)::int as shops from shop
    where company_id = ${tx.companyId} and department_id = ${departmentId}`);
  if (used && used.shops > 0) throw conflict('channels.departmentHasShops', { name, shops: used.shops });
});
