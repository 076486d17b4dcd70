import { type CarrierAccess, ConnectorError } from '../../types.ts';
import type { ManifestAnswer } from '../connector.ts';
import type { FedexClient } from './client.ts';
import { closeAnswer } from './shapes.ts';

/** Closes the day of FedEx Ground; Express needs none. FedEx chooses the parcels: all that were bought and not closed. */
export function createManifests({ call }: FedexClient) {
  return async function manifest(access: CarrierAccess, { day }: { day: string }): Promise<ManifestAnswer> {
    const path = '/ship/v1/endofday/';
    const common = {
      accountNumber: { value: access.accountNumber },
      groundServiceCategory: 'GROUND',
      closeDate: day,
      closeDocumentSpecification: { closeDocumentTypes: ['MANIFEST'] },
    };
    const close = () =>
      call(access, {
        ...{ method: 'PUT', path, effect: 'repeatable', shape: closeAnswer },
        json: { closeReqType: 'GCDR', ...common },
      });
    const again = () =>
      call(access, {
        ...{ method: 'POST', path, effect: 'read', shape: closeAnswer },
        json: { closeReqType: 'RGCDR', reprintOption: 'BY_SHIP_DATE', ...common },
      });
    const { closeDocuments } = await close().catch(async (error: unknown) => {
      if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
      // Nothing is left to close: the manifest of before counts, if there is one.
      return again().catch(() => {
        throw error;
      });
    });
    const closed = closeDocuments.at(-1);
    const data = Buffer.concat((closed?.parts ?? []).map(({ image }) => Buffer.from(image ?? '', 'base64')));
    return { id: closed?.shippingCycle ?? day, ...(data.length > 0 ? { document: { format: 'text', data } } : {}) };
  };
}
