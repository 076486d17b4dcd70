import './public.ts';
import type { App } from '../../core/app.ts';
import type { Area } from '../../core/area.ts';
import type { Route } from '../../core/http/routes.ts';
import { balanceRoutes } from './balances/balances.routes.ts';
import { bankingRoutes } from './banking/banking.routes.ts';
import { claimRoutes } from './claims/claims.routes.ts';
import { closingRoutes } from './closing/closing.routes.ts';
import { expenseRoutes } from './expenses/expenses.routes.ts';
import { profitRoutes } from './profit/profit.routes.ts';
import { receivingRaw } from './receiving/consent.ts';
import { receivingRoutes } from './receiving/receiving.routes.ts';
import { settlementFileRoutes } from './settlements/files/files.routes.ts';
import { mappingRoutes } from './settlements/mapping.routes.ts';
import { setAsideRoutes } from './settlements/set-aside/set-aside.routes.ts';
import { settlementRoutes } from './settlements/settlements.routes.ts';
import './personal-data.ts';

/** One line for each folder with calls. */
const ROUTES: readonly ((app: App) => Route[])[] = [
  balanceRoutes,
  bankingRoutes,
  claimRoutes,
  closingRoutes,
  expenseRoutes,
  mappingRoutes,
  profitRoutes,
  receivingRoutes,
  setAsideRoutes,
  settlementFileRoutes,
  settlementRoutes,
];

export const financeArea: Area = {
  name: 'finance',
  routes: (app) => ROUTES.flatMap((routes) => routes(app)),
  raw: receivingRaw,
};
