import { ConnectorError } from '../../types.ts';
import type { Pickup } from '../connector.ts';
import { CARRIER, type ParcelClient, PICKUP } from './client.ts';
import { partyOf } from './orders.ts';
import { cancelAnswer, pickupAnswer } from './shapes.ts';

const CANCELLED = /storniert|cancelled/i;

export function createPickup({ call }: ParcelClient): Pickup {
  const path = `${PICKUP}/orders`;
  return {
    async request(access, { reference, from, day, ready, closes, parcels, weightGrams }) {
      const { country: _, state: _state, additionalAddressInformation1, ...address } = partyOf(from);
      const { confirmation } = await call(access, {
        method: 'POST',
        path,
        json: {
          // 08 stands for pickups.
          customerDetails: { billingNumber: `${access.accountNumber}08${access.keys.participation || '01'}` },
          pickupLocation: {
            type: 'Address',
            pickupAddress: {
              ...address,
              ...(additionalAddressInformation1 ? { name2: additionalAddressInformation1 } : {}),
              country: from.country,
            },
          },
          businessHours: [{ timeFrom: ready, timeUntil: closes }],
          contactPerson: [
            {
              name: from.name || from.company,
              ...(from.phone ? { phone: from.phone } : {}),
              ...(from.email ? { email: from.email } : {}),
            },
          ],
          pickupDetails: {
            pickupDate: { type: 'Date', value: day },
            totalWeight: { uom: 'g', value: Math.max(1, Math.ceil(weightGrams)) },
            comment: reference,
          },
          shipmentDetails: {
            shipments: Array.from({ length: parcels }, () => ({
              transportationType: 'PAKET',
              customerReference: reference,
            })),
          },
        },
        effect: 'once',
        shape: pickupAnswer,
      });
      return { confirmation: confirmation.value.orderID };
    },

    async cancel(access, confirmation) {
      const query = { orderID: confirmation };
      const answer = await call(access, { method: 'DELETE', path, query, effect: 'repeatable', shape: cancelAnswer });
      const failed = answer.failedCancellations.find(({ orderID }) => orderID === confirmation);
      if (failed && !CANCELLED.test(failed.orderState))
        throw new ConnectorError(CARRIER, 'rejected', failed.message || failed.orderState, { code: failed.orderState });
    },
  };
}
