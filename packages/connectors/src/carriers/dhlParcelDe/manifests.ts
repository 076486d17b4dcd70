import { isWholePdf } from '../../document.ts';
import type { Address, CarrierAccess } from '../../types.ts';
import { ConnectorError } from '../../types.ts';
import { orNothing } from '../../wms/convert.ts';
import type { ManifestAnswer } from '../connector.ts';
import { CARRIER, type ParcelClient, PROFILE, SHIPPING } from './client.ts';
import { manifestAnswer, statesAnswer } from './shapes.ts';

interface Day {
  from: Address;
  day: string;
  labels: readonly { shipmentId: string; trackingNumber: string }[];
}

export function createManifest({ call }: ParcelClient) {
  const path = `${SHIPPING}/manifests`;

  /** What is closed already only brings a warning: repeated, it is the same sheet of the same day. */
  return async function manifest(access: CarrierAccess, { day, labels }: Day): Promise<ManifestAnswer> {
    const shipmentNumbers = labels.map(({ shipmentId }) => shipmentId);
    const json = { profile: PROFILE, shipmentNumbers };
    const { items } = await call(access, { method: 'POST', path, json, effect: 'repeatable', shape: statesAnswer });
    const refused = items.filter(({ sstatus }) => sstatus.code >= 400);
    if (refused.length > 0) {
      const words = refused.map(({ shipmentNo, sstatus }) => `${shipmentNo ?? ''}: ${sstatus.detail || sstatus.title}`);
      throw new ConnectorError(CARRIER, 'rejected', words.join('; '), { code: `ITEM ${refused[0]?.sstatus.code}` });
    }
    const query = { date: day, includeDocs: 'include' };
    const sheet = await orNothing(call(access, { method: 'GET', path, query, effect: 'read', shape: manifestAnswer }));
    const data = Buffer.from(sheet?.manifest?.b64 ?? '', 'base64');
    return { id: day, ...(isWholePdf(data) ? { document: { format: 'pdf', data } } : {}) };
  };
}
