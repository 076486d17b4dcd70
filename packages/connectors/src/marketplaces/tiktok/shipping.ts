import { z } from 'zod';
import type {
  PlatformLabel,
  PlatformParcel,
  PlatformParcelRequest,
  PlatformShipping,
} from '../../capabilities/fulfilment.ts';
import { downloadPdf } from '../../document.ts';
import { createHttp } from '../../http.ts';
import type { HttpOptions, ShopAccess } from '../../types.ts';
import { byNumber } from '../../units.ts';
import { PLATFORM, type TiktokClient } from './client.ts';
import { createHandOver } from './handOver.ts';
import { createLabels } from './labels.ts';
import type { Listing } from './listing.ts';
import type { TiktokOrder, TiktokUnit } from './orderShape.ts';
import { createPackages } from './packages.ts';
import { partsOf, rejected } from './parcels.ts';
import { sharesParcels } from './regions.ts';
import { chooseUnits, isArranged } from './units.ts';

const documentShape = z.object({ doc_url: z.url() });

interface Part {
  order: TiktokOrder;
  lines: PlatformParcelRequest['lines'];
  arranged: TiktokUnit[];
}

/** Whether a package holds just the lines of this order, and nothing else of it. */
function isAllOf({ order, lines, arranged }: Part, packageId: string): boolean {
  const total = lines.reduce((sum, line) => sum + line.quantity, 0);
  const content = arranged.filter((unit) => unit.package_id === packageId);
  return content.length === total && chooseUnits(order, lines, (unit) => content.includes(unit)) !== null;
}

/** TikTok's own logistics, for the orders that say so. */
export function createShipping(call: TiktokClient, listing: Listing, options: HttpOptions): PlatformShipping {
  const download = createHttp(PLATFORM, options);
  const labels = createLabels(call, listing);
  const packages = createPackages(call, listing);
  const handOver = createHandOver(call, listing, packages);

  function way({ region }: ShopAccess, { otherOrders = [] }: PlatformParcelRequest) {
    if (sharesParcels(region)) return handOver;
    if (otherOrders.length === 0) return labels;
    throw rejected('ONE_ORDER', 'in the United States TikTok sells a label for one order: unmerge these');
  }

  /** Packages that hold exactly these units; equal ones in the order they were made. */
  async function findParcel(access: ShopAccess, request: PlatformParcelRequest): Promise<PlatformParcel | null> {
    const parts = await Promise.all(
      partsOf(request).map(async ({ platformOrderNo, lines }) => {
        const order = await listing.wholeOrder(access, platformOrderNo);
        return { order, lines, arranged: order.line_items.filter(isArranged) };
      }),
    );
    if (parts.some(({ order }) => order.shipping_type !== 'TIKTOK')) return null;
    const same = [...new Set(parts.flatMap(({ arranged }) => arranged.flatMap((unit) => unit.package_id ?? [])))]
      .sort(byNumber)
      .filter((id) => parts.every((part) => isAllOf(part, id)));
    const ref = same[Math.min(request.packageNo, same.length) - 1];
    if (!ref) return null;
    const { orderNos, trackingNumber, carrierName } = await packages.read(access, ref);
    // Handed over with an order of another box: its number is not this box's.
    if (orderNos.some((no) => !parts.some(({ order }) => order.id === no))) return null;
    return { ref, ...(trackingNumber ? { trackingNumber } : {}), carrierName };
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
    options: async (access, request) => way(access, request).options(access, request),
    arrange: async (access, request) => way(access, request).arrange(access, request),
    findParcel,
    label,
  };
}
