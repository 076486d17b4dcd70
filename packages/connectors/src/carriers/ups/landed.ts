import { randomUUID } from 'node:crypto';
import { exact } from '../../json.ts';
import { sum } from '../../money.ts';
import { type CarrierAccess, ConnectorError, type Parcel } from '../../types.ts';
import type { LandedCost } from '../connector.ts';
import { CARRIER, type UpsClient } from './client.ts';
import { landedAnswer } from './shapes.ts';
import { checkCustoms } from './shipment.ts';

const CURRENCY = 'USD';

/** Goods are named by their place in the list: a SKU may come twice. */
function requestOf(parcel: Parcel) {
  const { from, to, customs } = parcel;
  return {
    currencyCode: CURRENCY,
    transID: randomUUID().replaceAll('-', ''),
    allowPartialLandedCostResult: false,
    alversion: 1,
    shipment: {
      id: parcel.reference,
      importCountryCode: to.country,
      ...(to.state ? { importProvince: to.state } : {}),
      exportCountryCode: from.country,
      incoterms: customs?.terms ?? 'DAP',
      shipmentType: parcel.isReturn ? 'RETURN' : 'SALE',
      shipmentItems: parcel.items.map((item, index) => ({
        commodityId: String(index + 1),
        priceEach: exact(item.unitValueUsd),
        commodityCurrencyCode: CURRENCY,
        quantity: item.quantity,
        UOM: 'Each',
        ...(item.hsCode ? { hsCode: item.hsCode.replace(/\D/g, '') } : {}),
        description: item.description.slice(0, 150),
        originCountryCode: item.originCountry ?? from.country,
      })),
    },
  };
}

export function createLandedCost({ call }: UpsClient) {
  return async function landedCost(access: CarrierAccess, parcel: Parcel): Promise<LandedCost> {
    checkCustoms(parcel);
    const { shipment } = await call(access, {
      method: 'POST',
      path: '/api/landedcost/v1/quotes',
      headers: { AccountNumber: access.accountNumber },
      json: requestOf(parcel),
      effect: 'read',
      shape: landedAnswer,
    });
    const lines = shipment.shipmentItems.map((one) => {
      const item = parcel.items[Number(one.commodityID) - 1];
      if (!item || one.isCalculable === false)
        throw new ConnectorError(
          CARRIER,
          'rejected',
          `UPS cannot calculate the duty of ${item?.sku ?? one.commodityID}`,
          {
            code: 'DUTY',
          },
        );
      return { sku: item.sku, hsCode: one.hsCode, duty: one.commodityDuty, vat: one.commodityVAT };
    });
    return {
      currency: shipment.currencyCode,
      duty: shipment.totalDuties,
      vat: shipment.totalVAT,
      fees: sum([
        shipment.totalBrokerageFees,
        shipment.totalCommodityLevelTaxesAndFees,
        shipment.totalShipmentLevelTaxesAndFees,
      ]),
      lines,
    };
  };
}
