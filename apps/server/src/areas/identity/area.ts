import type { Area } from '../../core/area.ts';
import { identityRoutes } from './identity.routes.ts';
import './identity.texts.ts';
import './sweep.ts';

export const identityArea: Area = { name: 'identity', routes: identityRoutes };
