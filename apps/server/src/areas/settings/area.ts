import type { Area } from '../../core/area.ts';
import { companyCreated } from '../company/public.ts';
import { layInitialRates } from './initial-rates.ts';
import { rateRoutes } from './rate.routes.ts';
import './settings.texts.ts';

companyCreated.listen((tx, { baseCurrency }) => layInitialRates(tx, baseCurrency));

export const settingsArea: Area = { name: 'settings', routes: rateRoutes };
