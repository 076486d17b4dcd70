import type { Area } from '../../core/area.ts';
import './public.ts';
import './merge.ts';
import { stockRoutes } from './stock.routes.ts';

export const stockArea: Area = { name: 'stock', routes: stockRoutes };
