import './centre/centre.texts.ts';
import './reports.texts.ts';
import './reports/freight.ts';
import './reports/order.ts';
import './reports/product.ts';
import './reports/returns-cost.ts';
import './reports/warehouse-order.ts';
import './reports/warehouse-profit.ts';
import type { Area } from '../../core/area.ts';
import { reportRoutes } from './reports.routes.ts';

export const reportsArea: Area = { name: 'reports', routes: reportRoutes };
