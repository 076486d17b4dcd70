import type { Area } from '../../core/area.ts';
import { sql } from '../../core/database/sql.ts';
import { rightsLoading, signingIn, usersGrowing } from '../identity/public.ts';
import { companyRoutes } from './company.routes.ts';
import './company.texts.ts';
import { assertWithin, defineLimited } from './plan/limits.ts';
import { planRaw } from './plan/plan.raw.ts';
import { planOf } from './plan/plans.ts';
import { assertValidated } from './registration.ts';
import './personal-data.ts';

signingIn.listen(assertValidated);
rightsLoading.listen(async (tx, { rights }) => {
  for (const id of (await planOf(tx)).lockedModules) rights.locked.add(id);
});

defineLimited('users', async (tx) => {
  const row = await tx.row<{ users: number }>(
    sql`select count(*)::int as users from user_account where company_id = ${sql.company} and enabled`,
  );
  return row?.users ?? 0;
});
usersGrowing.listen((tx) => assertWithin(tx, 'users'));

export const companyArea: Area = { name: 'company', routes: companyRoutes, raw: planRaw };
