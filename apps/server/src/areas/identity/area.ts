import type { Area } from '../../core/area.ts';
import { askerRights } from '../../core/exports.ts';
import { identityRoutes } from './identity.routes.ts';
import './identity.texts.ts';
import { loadPrincipal } from './principals.ts';
import './sweep.ts';

askerRights.listen(async (tx, asked) => {
  const principal = await loadPrincipal(tx, asked.userId);
  if (principal) asked.rights = principal.rights;
});

export const identityArea: Area = { name: 'identity', routes: identityRoutes };
