import type { Area } from '../../core/area.ts';
import { menuRoutes } from './menu.routes.ts';

export const accessArea: Area = { name: 'access', routes: menuRoutes };
