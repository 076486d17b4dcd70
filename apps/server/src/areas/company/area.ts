import type { Area } from '../../core/area.ts';
import { rightsLoading, signingIn } from '../identity/public.ts';
import { companyRoutes } from './company.routes.ts';
import './company.texts.ts';
import { planOf } from './plan/plans.ts';
import { assertValidated } from './registration.ts';

signingIn.listen(assertValidated);
rightsLoading.listen(async (tx, { rights }) => {
  for (const id of (await planOf(tx)).lockedModules) rights.locked.add(id);
});

export const companyArea: Area = { name: 'company', routes: companyRoutes };
