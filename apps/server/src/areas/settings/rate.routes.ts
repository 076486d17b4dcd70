import {
  deleteExchangeRate,
  getExchangeRateList,
  listExchangeRates,
  listRateHistory,
  saveExchangeRate,
  syncExchangeRates,
} from '@tradewind/contract/settings.ts';
import type { App } from '../../core/app.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { companyOf, localDay } from '../company/public.ts';
import { syncRates } from './ecb/sync.ts';
import { rateHistory, rateOverview, ratesOfDay } from './rate.queries.ts';
import { deleteRate, saveRate } from './rate.service.ts';

export function rateRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(syncExchangeRates, (ctx) => syncRates(app, ctx)),
    handle(getExchangeRateList, (ctx, { currencys }) =>
      database.inCompany(ctx, async (tx) => {
        const { baseCurrency, timeZone } = await companyOf(tx);
        return { baseCurrency, list: await ratesOfDay(tx, localDay(tx.now, timeZone), currencys) };
      }),
    ),
    handle(listExchangeRates, (ctx, input) =>
      database.inCompany(ctx, async (tx) => {
        const { baseCurrency, timeZone } = await companyOf(tx);
        const today = localDay(tx.now, timeZone);
        return { baseCurrency, today, ...(await rateOverview(tx, today, input)) };
      }),
    ),
    handle(listRateHistory, (ctx, input) => database.inCompany(ctx, (tx) => rateHistory(tx, input.currency, input))),
    handle(saveExchangeRate, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => saveRate(tx, input));
      return OK;
    }),
    handle(deleteExchangeRate, async (ctx, { currency, onDay }) => {
      await database.inCompany(ctx, (tx) => deleteRate(tx, currency, onDay));
      return OK;
    }),
  ];
}
