import { exact } from '../../json.ts';
import type { CarrierAccess, Parcel } from '../../types.ts';
import type { UpsClient } from './client.ts';
import { addressOf } from './parties.ts';
import { OFFERED } from './services.ts';
import { transitAnswer } from './shapes.ts';
import { measuresOfBoxes } from './shipment.ts';

/** This call has service levels of its own. Those of Saturdays are left out: a label of ours asks for no Saturday. */
const BY_LEVEL: Record<string, string> = {
  '1DM': '14',
  '1DA': '01',
  '1DP': '13',
  '2DM': '59',
  '2DA': '02',
  '3DS': '12',
  GND: '03',
};
/** Abroad the levels have no published list: their names tell, without marks and case. */
const plain = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]+/g, '');
const BY_NAME = new Map(OFFERED.map(({ code, name }) => [plain(name), code]));

interface Days {
  serviceCode: string;
  days: number;
  arrivesOn?: string;
}

function requestOf(parcel: Parcel, day: string) {
  const { from, to } = parcel;
  const [here, there] = [addressOf(from), addressOf(to)];
  const boxes = measuresOfBoxes(parcel);
  const heaviest = boxes.map(({ weight }) => weight).reduce((a, b) => (Number(b.Weight) > Number(a.Weight) ? b : a));
  return {
    originCountryCode: from.country,
    originStateProvince: here.StateProvinceCode ?? '',
    originCityName: from.city,
    originTownName: '',
    originPostalCode: here.PostalCode ?? '',
    destinationCountryCode: to.country,
    destinationStateProvince: there.StateProvinceCode ?? '',
    destinationCityName: to.city,
    destinationTownName: '',
    destinationPostalCode: there.PostalCode ?? '',
    residentialIndicator: to.residential ? '01' : '02',
    shipDate: day,
    weight: exact(heaviest.Weight),
    weightUnitOfMeasure: heaviest.UnitOfMeasurement.Code,
    // Of goods, not of papers.
    billType: '03',
    numberOfPackages: boxes.length,
  };
}

export function createTransit({ call }: UpsClient) {
  return async function timeInTransit(access: CarrierAccess, parcel: Parcel, day: string): Promise<Days[]> {
    const { emsResponse } = await call(access, {
      method: 'POST',
      path: '/api/shipments/v1/transittimes',
      json: requestOf(parcel, day),
      effect: 'read',
      shape: transitAnswer,
    });
    return (emsResponse?.services ?? []).flatMap((one) => {
      const serviceCode = BY_LEVEL[one.serviceLevel] ?? BY_NAME.get(plain(one.serviceLevelDescription));
      return serviceCode ? [{ serviceCode, days: one.businessTransitDays, arrivesOn: one.deliveryDate }] : [];
    });
  };
}
