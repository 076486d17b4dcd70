import './centre/centre.texts.ts';
import './reports.texts.ts';
import './reports/freight.ts';
import './reports/order.ts';
import './reports/product.ts';
import './reports/returns-cost.ts';
import './reports/warehouse-order.ts';
import './reports/warehouse-profit.ts';
import './reports/monthly-stock.ts';
import './reports/movement.ts';
import './reports/purchase.ts';
import './reports/sell-through.ts';
import './reports/stock-value.ts';
import type { Area } from '../../core/area.ts';
import { reportRoutes } from './reports.routes.ts';

export const reportsArea: Area = { name: 'reports', routes: reportRoutes };
