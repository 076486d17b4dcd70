import { z } from 'zod';
import { isWholePdf } from '../../document.ts';
import { idText } from '../../lax.ts';
import { shaped } from '../../marketplaces/ebay/client.ts';
import { type CarrierAccess, ConnectorError, type ShopAccess } from '../../types.ts';
import type { CarrierConnector, ManifestAnswer, ManifestSheet } from '../connector.ts';
import { CARRIER, type EdisClient, sellerOf } from './client.ts';

const made = z.object({ bundle: z.object({ bundleId: idText }) });
const sheet = z.object({ label: z.object({ base64Str: z.string().min(1) }) });

/** A bundle: parcels that are handed over together, under a label of its own. */
export function createManifest({
  ask,
  preferences,
}: EdisClient): Required<Pick<CarrierConnector, 'manifest' | 'manifestSheet'>> {
  async function labelOf(seller: ShopAccess, bundleId: string): Promise<ManifestSheet | undefined> {
    const read = await ask(seller, { method: 'GET', path: `/bundle/${encodeURIComponent(bundleId)}/label` });
    const data = Buffer.from(shaped(sheet, read, 'bundle label').label.base64Str, 'base64');
    return isWholePdf(data) ? { format: 'pdf', data } : undefined;
  }

  const manifestSheet = (access: CarrierAccess, id: string) => labelOf(sellerOf(access), id);
  const manifest: NonNullable<CarrierConnector['manifest']> = async (access, { from, labels }) => {
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
    // eDIS lists no bundles: the number must get through, whatever becomes of its label.
    const document = await labelOf(seller, bundleId).catch((error: unknown) => {
      if (!(error instanceof ConnectorError)) throw error;
      return undefined;
    });
    return { id: bundleId, ...(document ? { document } : {}) } satisfies ManifestAnswer;
  };
  return { manifest, manifestSheet };
}
