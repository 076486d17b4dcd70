import type { Area } from '../../core/area.ts';
import { orderRoutes } from './orders.routes.ts';
import './list/badges.ts';
import './reserve/awaited.ts';
import './reserve/holder.ts';
import './intake/own-shop.ts';
import './public.ts';
import './actions/shared-alerts.ts';
import './intake/unmapped.ts';
import './usage.ts';
import './merge.ts';
import './personal-data.ts';

export const ordersArea: Area = { name: 'orders', routes: orderRoutes };
