import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { arrayOf } from '../../../core/scope.ts';
import { remarksOfOutbounds } from '../../warehouse/public.ts';
import { boxById, readAddress } from './facts.ts';
import { fitLabels } from './label-page.ts';
import { drawOwnLabel } from './own-label.ts';
import { parcelInScope } from './parcels.ts';
import { type KeptPiece, PIECES } from './pieces.ts';
import { sellerOf } from './seller.ts';

type LabelRow = {
  id: number;
  outboundId: number | null;
  reference: string;
  carrier: string;
  accountId: number | null;
  trackingNumber: string | null;
  shipmentId: string | null;
  labelled: boolean;
  labelFile: string | null;
  rawFile: string | null;
  customsFile: string | null;
  erased: boolean;
  pieces: KeptPiece[];
};

const COLUMNS = sql`p.id, p.outbound_id, p.reference, p.carrier, p.carrier_account_id as "accountId",
  p.tracking_number, p.shipment_id, p.bought_at is not null and p.state not in ('voided', 'voiding') as labelled,
  p.label_file, p.label_raw_file as "rawFile", p.customs_file,
  exists (select from sales_order o where o.company_id = ${sql.company} and o.id = p.order_id and o.buyer_erased_at is not null) as erased, ${PIECES} as pieces`;

async function labelRow(tx: Tx, ctx: Pick<Ctx, 'rights'>, parcelId: number): Promise<LabelRow> {
  const row = await tx.row<LabelRow>(sql`select ${COLUMNS} from parcel p
    where p.company_id = ${sql.company} and p.id = ${parcelId} and ${parcelInScope(ctx)}`);
  if (!row) throw notFound('logistics.parcelGone');
  return row;
}

const RAW_MIME: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  gif: 'image/gif',
  zpl: 'application/octet-stream',
};
const extensionOf = (key: string) => /\.(\w+)$/.exec(key)?.[1] ?? 'bin';

/** The label of a parcel as a file. */
export async function labelFile(
  app: App,
  ctx: Ctx,
  parcelId: number,
  format: 'pdf' | 'raw' | 'customs',
): Promise<FileAnswer> {
  const row = await app.database.inCompany(ctx, (tx) => labelRow(tx, ctx, parcelId));
  if (!row.labelled) throw conflict('logistics.notLabelled');
  if (row.erased) throw conflict('logistics.labelErased');
  const name = row.trackingNumber ?? row.reference;
  if (format === 'pdf')
    return { name: `${name}.pdf`, mime: 'application/pdf', data: await pageOf(app, ctx, row), inline: true };
  const key = format === 'raw' ? row.rawFile : row.customsFile;
  if (!key) throw notFound(format === 'raw' ? 'logistics.noRawLabel' : 'logistics.noCustoms');
  const extension = extensionOf(key);
  const data = format === 'raw' ? await rawOf(app, ctx, row, key) : await app.files.get(ctx.companyId, key);
  return { name: `${name}.${extension}`, mime: RAW_MIME[extension] ?? 'application/octet-stream', data };
}

/** Label printers take one label of ZPL after the other; other files have only the first box. */
async function rawOf(app: App, ctx: Ctx, { pieces }: LabelRow, key: string): Promise<Buffer> {
  const others = extensionOf(key) === 'zpl' ? pieces.flatMap((piece) => piece.rawFile ?? []) : [];
  const files = await Promise.all([key, ...others].map((one) => app.files.get(ctx.companyId, one)));
  return Buffer.concat(files);
}

/** Loads and keeps the page before printing. */
export async function prepareLabel(app: App, ctx: Ctx, parcelId: number): Promise<void> {
  await labelFile(app, ctx, parcelId, 'pdf');
}

/**
 * Makes the page once and keeps it: from the bought label where it is printable, else from a new PDF of the carrier.
 */
async function pageOf(app: App, ctx: Ctx, row: LabelRow): Promise<Buffer> {
  if (row.labelFile) return app.files.get(ctx.companyId, row.labelFile);
  const page = row.carrier === 'own' ? await ownPage(app, ctx, row) : await fitLabels(await drawnAll(app, ctx, row));
  // An own label shows the current address; a carrier's label never changes.
  if (row.carrier === 'own') return page;
  const key = await app.files.put(ctx.companyId, 'label.pdf', page);
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`update parcel set label_file = ${key} where company_id = ${sql.company} and id = ${row.id}
      and label_file is null and tracking_number = ${row.trackingNumber}`),
  );
  return page;
}

/** Of the first box and of all others. */
async function drawnAll(app: App, ctx: Ctx, row: LabelRow): Promise<Buffer[]> {
  const pages = [await drawn(app, ctx, row, row)];
  for (const piece of row.pieces)
    pages.push(await drawn(app, ctx, row, { ...piece, shipmentId: piece.shipmentId ?? row.shipmentId }));
  return pages;
}

type Drawn = Pick<LabelRow, 'rawFile' | 'trackingNumber' | 'shipmentId'>;

async function drawn(app: App, ctx: Ctx, row: LabelRow, box: Drawn): Promise<Buffer> {
  if (box.rawFile && ['pdf', 'png'].includes(extensionOf(box.rawFile)))
    return app.files.get(ctx.companyId, box.rawFile);
  const { trackingNumber, shipmentId } = box;
  const seller = sellerOf(app, ctx, { ...row, parcelId: row.id, carrierAccountId: row.accountId });
  if (!seller || trackingNumber === null) throw conflict('logistics.notLabelled');
  return seller.draw(shipmentId ?? trackingNumber, trackingNumber);
}

async function ownPage(app: App, ctx: Ctx, row: LabelRow): Promise<Buffer> {
  const box = await app.database.inCompany(ctx, (tx) => boxById(tx, row.id));
  if (!box) throw notFound('logistics.parcelGone');
  const { pieces } = row;
  const of = pieces.length + 1;
  const first = { code: row.trackingNumber ?? row.reference, weightGrams: box.weightGrams, boxNo: 1, of };
  const others = pieces.map((piece) => ({
    ...{ code: piece.trackingNumber ?? '', weightGrams: piece.weightGrams, boxNo: piece.pieceNo, of },
  }));
  return drawOwnLabel([first, ...others], {
    service: box.serviceName,
    outboundNo: box.outboundNo,
    remark:
      (await app.database.look(ctx, (tx) => remarksOfOutbounds(tx, row.outboundId === null ? [] : [row.outboundId])))[0]
        ?.remark ?? '',
    from: readAddress(box.from, 'logistics.warehouseAddress'),
    to: readAddress(box.shipTo, 'logistics.orderAddress'),
  });
}

function labelRows(app: App, ctx: Ctx, outboundIds: readonly number[]): Promise<LabelRow[]> {
  return app.database.inCompany(ctx, (tx) =>
    tx.rows<LabelRow>(sql`select ${COLUMNS} from parcel p where p.company_id = ${sql.company}
      and p.outbound_id = any(${arrayOf(outboundIds)}::bigint[]) and p.state <> 'voided' and ${parcelInScope(ctx)}`),
  );
}

export interface Printable {
  label(): Promise<Buffer>;
  /** The carrier's customs documents. */
  customs: (() => Promise<Buffer>) | undefined;
}

/** Which of these outbounds have a label, and how to get its pages. */
export async function printables(app: App, ctx: Ctx, outboundIds: readonly number[]): Promise<Map<number, Printable>> {
  const rows = (await labelRows(app, ctx, outboundIds)).filter((row) => row.labelled && !row.erased);
  return new Map(
    rows.map((row) => {
      const { customsFile } = row;
      const customs = customsFile ? () => app.files.get(ctx.companyId, customsFile) : undefined;
      return [row.outboundId ?? 0, { label: () => pageOf(app, ctx, row), customs }];
    }),
  );
}

/** The labels of many boxes in the requested order. @throws conflict with the count of those without a label */
export async function labelsFile(app: App, ctx: Ctx, outboundIds: readonly number[]): Promise<FileAnswer> {
  const rows = await labelRows(app, ctx, outboundIds);
  if (rows.some((row) => row.erased)) throw conflict('logistics.labelErased');
  const byOutbound = new Map(rows.filter((row) => row.labelled).map((row) => [row.outboundId, row]));
  const missing = outboundIds.filter((id) => !byOutbound.has(id)).length;
  if (missing > 0) throw conflict('logistics.labelsMissing', { count: missing });
  const pages: Buffer[] = [];
  for (const id of outboundIds) {
    const row = byOutbound.get(id);
    if (row) pages.push(await pageOf(app, ctx, row));
  }
  return { name: 'labels.pdf', mime: 'application/pdf', data: await fitLabels(pages), inline: true };
}
