import type { Area } from '../../core/area.ts';
import { orderRoutes } from './orders.routes.ts';
import './badges.ts';
import './holder.ts';
import './own-shop.ts';
import './public.ts';
import './shared-alerts.ts';
import './unmapped.ts';
import './usage.ts';

export const ordersArea: Area = { name: 'orders', routes: orderRoutes };
