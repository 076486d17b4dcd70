import { z } from 'zod';
import type {
  PlatformLabel,
  PlatformParcel,
  PlatformParcelRequest,
  PlatformShipping,
} from '../../capabilities/fulfilment.ts';
import { downloadPdf } from '../../document.ts';
import { createHttp } from '../../http.ts';
import { optionalText } from '../../read.ts';
import type { HttpOptions, ShopAccess } from '../../types.ts';
import { byNumber } from '../../units.ts';
import { PLATFORM, type TiktokClient } from './client.ts';
import { createHandOver } from './handOver.ts';
import { createLabels } from './labels.ts';
import type { Listing } from './listing.ts';
import { CARRIER } from './parcels.ts';
import { chooseUnits, isArranged } from './units.ts';

const packageShape = z.object({ tracking_number: optionalText, shipping_provider_name: optionalText });
const documentShape = z.object({ doc_url: z.url() });

/** TikTok's own logistics, for the orders that say so. */
export function createShipping(call: TiktokClient, listing: Listing, options: HttpOptions): PlatformShipping {
  const download = createHttp(PLATFORM, options);
  const labels = createLabels(call, listing);
  const handOver = createHandOver(call, listing);
  const way = ({ region }: ShopAccess) => (region === undefined || region === 'US' ? labels : handOver);

  /** Packages that hold exactly these units; equal ones in the order they were made. */
  async function findParcel(access: ShopAccess, request: PlatformParcelRequest): Promise<PlatformParcel | null> {
    const order = await listing.wholeOrder(access, request.platformOrderNo);
    if (order.shipping_type !== 'TIKTOK') return null;
    const total = request.lines.reduce((sum, line) => sum + line.quantity, 0);
    const arranged = order.line_items.filter(isArranged);
    const same = [...new Set(arranged.flatMap((unit) => unit.package_id ?? []))].sort(byNumber).filter((id) => {
      const content = arranged.filter((unit) => unit.package_id === id);
      return content.length === total && chooseUnits(order, request.lines, (unit) => content.includes(unit)) !== null;
    });
    const ref = same[Math.min(request.packageNo, same.length) - 1];
    if (!ref) return null;
    const answered = await call(access, {
      operation: 'getPackage',
      method: 'GET',
      path: `/fulfillment/202309/packages/${encodeURIComponent(ref)}`,
      effect: 'read',
      shape: packageShape,
    });
    return {
      ref,
      ...(answered.tracking_number ? { trackingNumber: answered.tracking_number } : {}),
      carrierName: answered.shipping_provider_name ?? CARRIER,
    };
  }

  async function label(access: ShopAccess, parcel: PlatformParcel): Promise<PlatformLabel> {
    const { doc_url: url } = await call(access, {
      operation: 'getDocument',
      method: 'GET',
      path: `/fulfillment/202309/packages/${encodeURIComponent(parcel.ref)}/shipping_documents`,
      query: { document_type: 'SHIPPING_LABEL', document_size: 'A6' },
      effect: 'read',
      shape: documentShape,
    });
    // The address lies with a file store and opens by itself: it gets neither token nor signature.
    return { format: 'pdf', data: await downloadPdf(PLATFORM, download, url) };
  }

  return {
    use: 'may',
    options: (access, request) => way(access).options(access, request),
    arrange: (access, request) => way(access).arrange(access, request),
    findParcel,
    label,
  };
}
