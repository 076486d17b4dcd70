import {
  deleteExchangeRate,
  getExchangeRateList,
  listExchangeRates,
  listRateHistory,
  saveExchangeRate,
  syncExchangeRates,
} from '@tradewind/contract/settings.ts';
import type { App } from '../../core/app.ts';
import { handle, handleApp, type Route } from '../../core/http/routes.ts';
import { companyOf, localDay } from '../company/public.ts';
import { syncRates } from './ecb/sync.ts';
import { rateHistory, rateOverview, ratesOfDay } from './rate.queries.ts';
import { deleteRate, saveRate } from './rate.service.ts';

export function rateRoutes(app: App): Route[] {
  return [
    handleApp(syncExchangeRates, (ctx) => syncRates(app, ctx)),
    handle(getExchangeRateList, async (tx, { currencys }) => {
      const { baseCurrency, timeZone } = await companyOf(tx);
      return { baseCurrency, list: await ratesOfDay(tx, localDay(tx.now, timeZone), currencys) };
    }),
    handle(listExchangeRates, async (tx, input) => {
      const { baseCurrency, timeZone } = await companyOf(tx);
      const today = localDay(tx.now, timeZone);
      return { baseCurrency, today, ...(await rateOverview(tx, today, input)) };
    }),
    handle(listRateHistory, (tx, input) => rateHistory(tx, input.currency, input)),
    handle(saveExchangeRate, (tx, input) => saveRate(tx, input)),
    handle(deleteExchangeRate, (tx, { currency, onDay }) => deleteRate(tx, currency, onDay)),
  ];
}
