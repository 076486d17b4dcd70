import type { Area } from '../../core/area.ts';
import { wholesaleRoutes } from './wholesale.routes.ts';
import './public.ts';
import './merge.ts';

export const wholesaleArea: Area = { name: 'wholesale', routes: wholesaleRoutes };
