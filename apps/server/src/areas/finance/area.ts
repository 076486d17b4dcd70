import './public.ts';
import type { Area } from '../../core/area.ts';
import { closingRoutes } from './closing/closing.routes.ts';
import { balanceRoutes } from './balances/balances.routes.ts';
import { expenseRoutes } from './expenses/expenses.routes.ts';
import { profitRoutes } from './profit/profit.routes.ts';
import { mappingRoutes } from './settlements/mapping.routes.ts';

/** One line for each folder with calls. */
const ROUTES = [
  closingRoutes,
  mappingRoutes,
  profitRoutes,
];

export const financeArea: Area = { name: 'finance', routes: () => ROUTES.flatMap((routes) => routes()) };
export const financeArea: Area = { name: 'finance', routes: (app) => [...profitRoutes(), ...balanceRoutes(app)] };
export const financeArea: Area = { name: 'finance', routes: (app) => [...profitRoutes(), ...expenseRoutes(app)] };
