import type { Area } from '../../core/area.ts';
import { askerRights } from '../../core/exports.ts';
import { identityRoutes } from './identity.routes.ts';
import './identity.texts.ts';
import { loadPrincipal } from './principals.ts';
import './sweep.ts';
import './personal-data.ts';

askerRights.listen(async (tx, requested) => {
  const principal = await loadPrincipal(tx, requested.userId);
  if (principal) requested.rights = principal.rights;
});

export const identityArea: Area = { name: 'identity', routes: identityRoutes };
