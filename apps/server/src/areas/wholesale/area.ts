import type { Area } from '../../core/area.ts';
import { wholesaleRoutes } from './wholesale.routes.ts';
import './public.ts';
import './merge.ts';
import './personal-data.ts';

export const wholesaleArea: Area = { name: 'wholesale', routes: wholesaleRoutes };
