import type { CarrierConnector } from '../connector.ts';
import { createAddressCheck, KNOWN } from './address.ts';
import { CARRIER, createUpsClient, type UpsSetup } from './client.ts';
import { createLabels } from './labels.ts';
import { createLandedCost } from './landed.ts';
import { createPapers } from './papers.ts';
import { createPickup } from './pickup.ts';
import { createPush } from './push.ts';
import { createRates } from './rates.ts';
import { BOXES } from './shipment.ts';
import { createTracking } from './tracking.ts';
import { createTransit } from './transit.ts';

/** Base addresses by name: `api`, and `token` where it is another host. */
export function createUpsConnector(setup: UpsSetup): CarrierConnector {
  const client = createUpsClient(setup);
  const labels = createLabels(client);
  const tracking = createTracking(client, labels);
  return {
    carrier: CARRIER,
    authenticate: client.authenticate,
    consent: client.consent,
    rates: createRates(client),
    buyLabel: labels.buyLabel,
    findPurchase: tracking.findPurchase,
    labelPdf: labels.labelPdf,
    voidLabel: labels.voidLabel,
    track: tracking.track,
    addressCountries: KNOWN,
    validateAddress: createAddressCheck(client),
    landedCost: createLandedCost(client),
    timeInTransit: createTransit(client),
    uploadPaper: createPapers(client),
    pickup: createPickup(client),
    push: createPush(client),
    boxes: BOXES,
    returns: true,
    trackingUrl: (trackingNumber) =>
      `https://www.ups.com/track?loc=en_US&tracknum=${encodeURIComponent(trackingNumber)}`,
  };
}
