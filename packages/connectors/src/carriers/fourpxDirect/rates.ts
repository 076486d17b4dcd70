import type { CarrierAccess, CarrierService, Parcel, RateQuote } from '../../types.ts';
import { orNothing } from '../../wms/convert.ts';
import type { DirectClient } from './client.ts';
import { gramsOf, sidesOf } from './parcels.ts';
import { costsAnswer, productsAnswer } from './shapes.ts';

/** The later day of "7-12" or "7~12个工作日". */
function daysOf(time: string): number | undefined {
  const days = [...time.matchAll(/\d{1,3}/g)].map(([digits]) => Number(digits));
  return days.length > 0 ? Math.max(...days) : undefined;
}

export function createRates({ call }: DirectClient) {
  /** The open lines of the account, in all modes of transport. */
  async function services(access: CarrierAccess): Promise<CarrierService[]> {
    const method = 'ds.xms.logistics_product.getlist';
    const params = { transport_mode: '1', source_country_code: 'CN' };
    const products = await call(access, { method, params, effect: 'read', shape: productsAnswer });
    return products.map((one) => ({
      code: one.logistics_product_code,
      name: one.logistics_product_name_cn ?? one.logistics_product_name_en ?? one.logistics_product_code,
    }));
  }

  /** What every line to the country is estimated to cost, in yuan. */
  async function costs(access: CarrierAccess, parcel: Parcel) {
    const method = 'ds.xms.estimated_cost.get';
    const params = {
      country_code: parcel.to.country,
      weight: String(gramsOf(parcel)),
      cargocode: 'P',
      ...sidesOf(parcel),
    };
    return (await orNothing(call(access, { method, params, effect: 'read', shape: costsAnswer }))) ?? [];
  }

  async function rates(access: CarrierAccess, parcel: Parcel): Promise<RateQuote[]> {
    const estimated = await costs(access, parcel);
    if (estimated.length === 0) return [];
    const names = new Map((await services(access)).map(({ code, name }) => [code, name]));
    return estimated.map(({ logistics_product_code: code, lump_sum_fee, charge_weight, estimated_time }) => {
      const transitDays = daysOf(estimated_time);
      return {
        serviceCode: code,
        serviceName: names.get(code) ?? code,
        amount: lump_sum_fee,
        listAmount: lump_sum_fee,
        currency: 'CNY',
        ...(charge_weight ? { billingWeightGrams: charge_weight } : {}),
        ...(transitDays ? { transitDays } : {}),
        surcharges: [],
      };
    });
  }

  return { services, costs, rates };
}

export type Rates = ReturnType<typeof createRates>;
