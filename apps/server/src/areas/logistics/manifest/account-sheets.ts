import type { ManifestAnswer, ManifestSheet } from '@tradewind/connectors/carriers/connector.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { ManifestRow } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict, ruleBroken } from '../../../core/errors.ts';
import { A4_PAGE, drawPdf, MM } from '../../../core/pdf.ts';
import { can, withCarrier } from '../carrier/connect.ts';
import { readAddress } from '../parcel/facts.ts';
import { carrierFail } from '../parcel/problems.ts';
import { lockManifest } from './manifest.ts';

type Head = Pick<ManifestRow, 'id' | 'carrier' | 'day'>;
type State = 'requesting' | 'uncertain' | 'made';
interface Sheet {
  id: number;
  accountId: number;
  state: State;
  /** Its request has been on its way for longer than any answer takes. */
  stale: boolean;
  number: string | null;
}
interface Label {
  shipmentId: string;
  trackingNumber: string;
}
type Request = Sheet & { doubtful: boolean; from: unknown; labels: Label[] };

/**
 * The carrier's sheets of the parcels of a manifest, each requested once. A sheet that was made stays as it is: parcels that
 * come to the manifest later get one of their own, and those that leave it stay on theirs.
 * @param again also where a sheet may exist whose answer was lost, and the carrier would make a second one
 */
export async function sheetsOfAccounts(app: App, ctx: Ctx, head: Head, again: boolean): Promise<Buffer[]> {
  for (;;) {
    const next = await app.database.inCompany(ctx, (tx) => claim(app, tx, head, again));
    if (!next) break;
    await obtain(app, ctx, head, next);
  }
  const files = await app.database.look(ctx, (tx) =>
    tx.rows<{ file: string }>(sql`select distinct s.id, s.file from manifest_parcel x
      join manifest_sheet_parcel y on y.company_id = x.company_id and y.parcel_id = x.parcel_id
      join manifest_sheet s on s.company_id = y.company_id and s.id = y.sheet_id
      where x.company_id = ${sql.company} and x.manifest_id = ${head.id} and x.stayed is null and s.file is not null
      order by s.id`),
  );
  return Promise.all(files.map(({ file }) => app.files.get(ctx.companyId, file)));
}

/** Labels that stand: a voided one is left out. */
const STANDS = sql`p.state in ('labelled', 'shipped', 'delivered') and p.tracking_number is not null`;

/** The next sheet to request, written down before it is: one without a file, else one of parcels that are on none. */
async function claim(app: App, tx: Tx, { id, carrier }: Head, again: boolean): Promise<Request | undefined> {
  const { warehouseId } = await lockManifest(tx, id);
  await tx.rows(sql`delete from manifest_sheet s where s.company_id = ${sql.company} and s.manifest_id = ${id}
    and s.file is null and not exists (select from manifest_sheet_parcel y
      join parcel p on p.company_id = y.company_id and p.id = y.parcel_id
      where y.company_id = ${sql.company} and y.sheet_id = s.id and ${STANDS})`);
  const open = await tx.row<Sheet>(sql`select id, carrier_account_id as "accountId", state, number,
      state = 'requesting' and state_at < ${tx.now}::timestamptz - interval '1 minute' as stale
    from manifest_sheet where company_id = ${sql.company} and manifest_id = ${id} and file is null order by id limit 1`);
  if (open?.state === 'requesting' && !open.stale) throw conflict('logistics.manifest.sheetRunning');
  const doubtful = open !== undefined && open.state !== 'made';
  if (doubtful && !again && !can(app, carrier, 'manifestOnce')) throw conflict('logistics.manifest.sheetUncertain');
  const sheet = open ?? (await begin(tx, id));
  if (!sheet) return undefined;
  if (doubtful) await move(tx, sheet.id, 'requesting');
  const place = await tx.row<{ from: unknown }>(sql`select address as "from" from warehouse
    where company_id = ${sql.company} and id = ${warehouseId}`);
  const labels = await tx.rows<Label>(sql`select coalesce(p.shipment_id, p.tracking_number) as "shipmentId",
      p.tracking_number as "trackingNumber"
    from manifest_sheet_parcel y join parcel p on p.company_id = y.company_id and p.id = y.parcel_id
    where y.company_id = ${sql.company} and y.sheet_id = ${sheet.id} and ${STANDS} order by p.id`);
  return { ...sheet, doubtful, from: readAddress(place?.from, 'logistics.warehouseAddress'), labels };
}

/** A sheet of the parcels of one account that are on none. */
async function begin(tx: Tx, manifestId: number): Promise<Sheet | undefined> {
  const parcels = await tx.rows<{ id: number; accountId: number }>(sql`select p.id, p.carrier_account_id as "accountId"
    from manifest_parcel x join parcel p on p.company_id = x.company_id and p.id = x.parcel_id
    where x.company_id = ${sql.company} and x.manifest_id = ${manifestId} and x.stayed is null and ${STANDS}
      and p.carrier_account_id is not null and not exists (select from manifest_sheet_parcel y
        where y.company_id = ${sql.company} and y.parcel_id = p.id)
    order by p.carrier_account_id, p.id limit 5000`);
  const [first] = parcels;
  if (!first) return undefined;
  const made = await tx.row<{ id: number }>(sql`insert into manifest_sheet
      (company_id, manifest_id, carrier_account_id, state, state_at)
    values (${sql.company}, ${manifestId}, ${first.accountId}, 'requesting', ${tx.now}) returning id`);
  const id = made?.id ?? 0;
  const own = parcels.filter(({ accountId }) => accountId === first.accountId).map((one) => one.id);
  await tx.rows(sql`insert into manifest_sheet_parcel (company_id, sheet_id, parcel_id)
    select ${sql.company}::int, ${id}::bigint, unnest(${own}::bigint[]) returning 1`);
  return { id, accountId: first.accountId, state: 'requesting', stale: false, number: null };
}

/** The only writer of a sheet's state. */
const move = (tx: Tx, id: number, to: State, number: string | null = null, file: string | null = null) =>
  tx.rows(sql`update manifest_sheet set state = ${to}, state_at = ${tx.now}, number = coalesce(${number}, number),
      file = ${file}
    where company_id = ${sql.company} and id = ${id}`);

async function obtain(app: App, ctx: Ctx, { day }: Head, sheet: Request): Promise<void> {
  try {
    const { id, document } = await ask(app, ctx, day, sheet);
    const file = document && (await app.files.put(ctx.companyId, 'manifest.pdf', await asPdf(id, document)));
    await app.database.inCompany(ctx, (tx) => move(tx, sheet.id, 'made', id, file ?? null));
    if (!file) throw ruleBroken('logistics.manifest.sheetLater', { number: id });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    await app.database.inCompany(ctx, (tx) => failed(tx, sheet, error));
    throw error.kind === 'uncertain' ? conflict('logistics.manifest.sheetUncertain') : carrierFail(error);
  }
}

function ask(app: App, ctx: Ctx, day: string, { accountId, number, from, labels }: Request): Promise<ManifestAnswer> {
  return withCarrier(app, ctx, accountId, async (connector, access): Promise<ManifestAnswer> => {
    if (number !== null && connector.manifestSheet) {
      const document = await connector.manifestSheet(access, number);
      return { id: number, ...(document ? { document } : {}) };
    }
    const made = await connector.manifest?.(access, {
      from: readAddress(from, 'logistics.warehouseAddress'),
      day,
      labels,
    });
    if (!made) throw ruleBroken('logistics.manifest.noSheet');
    return made;
  });
}

/** Refused: there is no sheet, and its parcels are free. Otherwise a doubt stays one. */
async function failed(tx: Tx, { id, number, doubtful }: Request, { kind }: ConnectorError): Promise<void> {
  if (number !== null) return;
  if (kind === 'uncertain' || (doubtful && kind !== 'rejected')) {
    await move(tx, id, 'uncertain');
    return;
  }
  await tx.rows(sql`delete from manifest_sheet where company_id = ${sql.company} and id = ${id}`);
}

const WIDTH = (A4_PAGE.widthMm - 2 * A4_PAGE.marginMm) * MM;
/** Of a letter of Courier at size 1. */
const LETTER = 0.6;

/** A sheet that a carrier sends as text keeps its lines and columns. */
async function asPdf(name: string, { format, data }: ManifestSheet): Promise<Buffer> {
  if (format === 'pdf') return data;
  const pages = data.toString('utf8').replaceAll('\r', '').split('\f');
  const columns = Math.max(1, ...pages.flatMap((page) => page.split('\n').map((line) => line.length)));
  const drawn = await drawPdf({ name, page: A4_PAGE }, (pdf) => {
    for (const page of pages.filter((text) => text.trim() !== '')) {
      pdf
        .addPage()
        .font('Courier')
        .fontSize(Math.min(9, WIDTH / columns / LETTER))
        .fillColor('black');
      pdf.text(page, { lineBreak: true });
    }
  });
  return drawn.data;
}
