import type { Area } from '../../core/area.ts';
import { companyCreated } from '../company/public.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { layInitialRates } from './initial-rates.ts';
import { rateRoutes } from './rate.routes.ts';
import './settings.texts.ts';

companyCreated.listen((tx, { baseCurrency }) => layInitialRates(tx, baseCurrency));

export const settingsArea: Area = { name: 'settings', routes: (app) => [...rateRoutes(app), ...auditRoutes(app)] };
