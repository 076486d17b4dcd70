import type { Area } from '../../core/area.ts';
import { orderRoutes } from './orders.routes.ts';
import './public.ts';

export const ordersArea: Area = { name: 'orders', routes: orderRoutes };
