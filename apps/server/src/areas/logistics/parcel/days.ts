import type { CarrierConnector } from '@tradewind/connectors/carriers/connector.ts';
import { type CarrierAccess, ConnectorError, type Parcel, type RateQuote } from '@tradewind/connectors/types.ts';
import { zoneOfPlace } from '@tradewind/connectors/zones.ts';
import { Fail } from '../../../core/errors.ts';
import { localDay } from '../../company/public.ts';
import { inPatience } from '../patience.ts';

/** Prices do not wait longer for their days. */
const PATIENCE_MS = 5_000;

const isOpen = ({ transitDays, arrivesOn }: RateQuote) => transitDays === undefined && arrivesOn === undefined;

/**
 * Rates with the days of carriers that say them apart: asked once for all rates that lack theirs. Without an answer in
 * time the rates stay as they are.
 */
export async function ratesWithDays(
  connector: Pick<CarrierConnector, 'rates' | 'timeInTransit'>,
  access: CarrierAccess,
  parcel: Parcel,
): Promise<RateQuote[]> {
  const rates = await connector.rates(access, parcel);
  if (!connector.timeInTransit || !rates.some(isOpen)) return rates;
  const { from } = parcel;
  const day = localDay(new Date(), zoneOfPlace({ ...from, state: from.state ?? '' }) ?? 'UTC');
  const answer = await inPatience(connector.timeInTransit(access, parcel, day), PATIENCE_MS).catch((error) => {
    if (error instanceof ConnectorError || error instanceof Fail) return [];
    throw error;
  });
  const byService = new Map(answer.map((one) => [one.serviceCode, one]));
  return rates.map((rate) => {
    const known = isOpen(rate) ? byService.get(rate.serviceCode) : undefined;
    return known
      ? { ...rate, transitDays: known.days, ...(known.arrivesOn ? { arrivesOn: known.arrivesOn } : {}) }
      : rate;
  });
}
