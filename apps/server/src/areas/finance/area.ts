import './public.ts';
import type { Area } from '../../core/area.ts';
import { closingRoutes } from './closing/closing.routes.ts';
import { profitRoutes } from './profit/profit.routes.ts';
import { mappingRoutes } from './settlements/mapping.routes.ts';

export const financeArea: Area = { name: 'finance', routes: () => [...profitRoutes(), ...mappingRoutes()] };
export const financeArea: Area = { name: 'finance', routes: () => [...profitRoutes(), ...closingRoutes()] };
