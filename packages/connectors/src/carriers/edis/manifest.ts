import { z } from 'zod';
import { isWholePdf } from '../../document.ts';
import { idText } from '../../lax.ts';
import { shaped } from '../../marketplaces/ebay/client.ts';
import { type CarrierAccess, ConnectorError, type ShopAccess } from '../../types.ts';
import type { CarrierConnector, ManifestAnswer } from '../connector.ts';
import { CARRIER, type EdisClient, sellerOf } from './client.ts';

const made = z.object({ bundle: z.object({ bundleId: idText }) });
const sheet = z.object({ label: z.object({ base64Str: z.string().min(1) }) });

/** A bundle: parcels that are handed over together, under a label of its own. */
export function createManifest({ ask, preferences }: EdisClient): NonNullable<CarrierConnector['manifest']> {
  /** eDIS lists no bundles: the number must get through, whatever becomes of its label. */
  async function labelOf(seller: ShopAccess, bundleId: string): Promise<Pick<ManifestAnswer, 'document'>> {
    const path = `/bundle/${encodeURIComponent(bundleId)}/label`;
    try {
      const read = await ask(seller, { method: 'GET', path });
      const data = Buffer.from(shaped(sheet, read, 'bundle label').label.base64Str, 'base64');
      return isWholePdf(data) ? { document: { format: 'pdf', data } } : {};
    } catch (error) {
      if (error instanceof ConnectorError) return {};
      throw error;
    }
  }

  return async (access: CarrierAccess, { from, labels }): Promise<ManifestAnswer> => {
    const seller = sellerOf(access);
    const named = access.keys.consignPreferenceId ?? '';
    const { consignPreferenceId } = await preferences(seller, {
      postalCode: from.postalCode,
      consignPreferenceId: named,
    });
    const bundle = { consignPreferenceId, trackingNumbers: labels.map(({ trackingNumber }) => trackingNumber) };
    const answer = await ask(seller, { method: 'POST', path: '/bundle', effect: 'once', json: { bundle } });
    const read = made.safeParse(answer.json);
    if (!read.success)
      throw new ConnectorError(CARRIER, 'uncertain', 'eDIS took the bundle and said nothing readable of it', {
        code: 'UNREADABLE',
        cause: read.error,
      });
    const { bundleId } = read.data.bundle;
    return { id: bundleId, ...(await labelOf(seller, bundleId)) };
  };
}
