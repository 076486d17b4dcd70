import type { Area } from '../../core/area.ts';
import { modulesLockedBy } from '../access/public.ts';
import { rightsLoading, signingIn } from '../identity/public.ts';
import { companyOf } from './companies.ts';
import { companyRoutes } from './company.routes.ts';
import './company.texts.ts';
import { assertValidated } from './registration.ts';

signingIn.listen(assertValidated);
rightsLoading.listen(async (tx, { rights }) => {
  for (const id of modulesLockedBy((await companyOf(tx)).plan)) rights.locked.add(id);
});

export const companyArea: Area = { name: 'company', routes: companyRoutes };
