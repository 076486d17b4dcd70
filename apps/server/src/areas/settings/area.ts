import type { Area } from '../../core/area.ts';
import { companyCreated, companyValidated } from '../company/public.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { fetchFirstRates } from './ecb/sync.ts';
import { erpRoutes } from './erp-names.ts';
import { layInitialRates } from './initial-rates.ts';
import { layBuiltIns } from './options/lists.ts';
import { optionRoutes } from './options/option.routes.ts';
import { rateRoutes } from './rate.routes.ts';
import { viewRoutes } from './views/views.ts';
import './settings.texts.ts';

companyCreated.listen((tx, { baseCurrency }) => layInitialRates(tx, baseCurrency));
companyCreated.listen((tx) => layBuiltIns(tx));
companyValidated.listen((tx) => fetchFirstRates(tx));

export const settingsArea: Area = {
  name: 'settings',
  routes: (app) => [...rateRoutes(app), ...auditRoutes(), ...optionRoutes(), ...erpRoutes(), ...viewRoutes()],
};
