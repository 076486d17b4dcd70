import PDFDocument from 'pdfkit';
import { code128 } from '../../ups/barcode.ts';
import { isoSeconds } from '../../world/clock.ts';
import { readList } from '../dates.ts';
import type { DocumentStore } from '../documents.ts';
import { invalidInput, SpApiError } from '../errors.ts';
import type { Call } from '../operations.ts';
import { boxesOf, type InboundShipment, type Plan } from './desk.ts';

/** Source: getLabels in fulfillmentInboundV0.json. */
const PAGE_TYPES = [
  ...['Letter_2', 'Letter_4', 'Letter_6', 'Letter_6_CarrierLeft', 'A4_2', 'A4_4', 'Plain_Paper'],
  ...['Plain_Paper_CarrierBottom', 'Thermal', 'Thermal_Unified', 'Thermal_NonPCP', 'Thermal_No_Carrier_Rotation'],
].map((type) => `PackageLabel_${type}`);
/** Where Amazon's partner carries, the others where the seller chose. Source: the same. */
const PARTNERED = ['Letter_2', 'Letter_6_CarrierLeft', 'Plain_Paper_CarrierBottom', 'Thermal'].map(
  (type) => `PackageLabel_${type}`,
);
const LABEL_TYPES = ['BARCODE_2D', 'UNIQUE', 'PALLET'];
const MOST = 1000;

/** The labels of a shipment's boxes, a page of them at a time. */
export async function giveLabels(
  call: Call,
  { plan, shipment }: { plan: Plan; shipment: InboundShipment },
  documents: DocumentStore,
  now: number,
) {
  const { PageType = '', LabelType = '', PackageLabelsToPrint } = call.query;
  if (!PAGE_TYPES.includes(PageType)) throw invalidInput('PageType is missing or unknown.');
  if (!LABEL_TYPES.includes(LabelType)) throw invalidInput('LabelType is missing or unknown.');
  const [packages, size, from] = [
    count(call, 'NumberOfPackages'),
    count(call, 'PageSize'),
    count(call, 'PageStartIndex'),
  ];
  if (size === 0 || (size ?? 0) > MOST) throw invalidInput(`PageSize must be between 1 and ${MOST}.`);
  const all = boxesOf(plan, shipment).map((box) => box.boxId ?? '');
  if (all.includes('')) throw invalidInput('The transportation of the shipment is not confirmed.');
  const partnered = plan.transports.find((one) => one.id === shipment.transportId)?.partnered === true;
  if (partnered !== PARTNERED.includes(PageType)) throw invalidInput('PageType does not suit the carrier.');
  if (!partnered && size === undefined)
    throw invalidInput('pageSize must be provided for Non-Partnered and LTL Shipments.');
  if ((packages ?? 0) > all.length) throw invalidInput('NumberOfPackages is more than the shipment has.');
  const requested = readList(PackageLabelsToPrint);
  if (requested.some((boxId) => !all.includes(boxId)))
    throw new SpApiError(400, 'IncorrectPackageIdentifier', 'PackageLabelsToPrint names no box of the shipment.');
  const boxes = (requested.length > 0 ? requested : all.slice(0, packages)).slice(
    from ?? 0,
    (from ?? 0) + (size ?? MOST),
  );
  if (boxes.length === 0) throw invalidInput('Label for shipment cannot be found!');
  const head = { name: plan.name, at: isoSeconds(now) };
  const labels = boxes.flatMap((boxId) => {
    const title = `FBA Box ${all.indexOf(boxId) + 1} of ${all.length}`;
    const carried = partnered ? [{ ...head, title: 'UPS GROUND', code: shipment.tracking[boxId] ?? '' }] : [];
    return [{ ...head, title, code: boxId }, ...carried];
  });
  const file = documents.make('application/pdf', await drawLabels(labels));
  return call.reply.send({ payload: { DownloadURL: documents.addressOf(file) } });
}

function count(call: Call, name: string): number | undefined {
  const value = call.query[name];
  if (value !== undefined && !/^\d{1,4}$/.test(value)) throw invalidInput(`${name} must be a whole number.`);
  return value === undefined ? undefined : Number(value);
}

async function drawLabels(labels: { title: string; name: string; at: string; code: string }[]): Promise<Buffer> {
  const doc = new PDFDocument({ size: [288, 432], margin: 14, autoFirstPage: false });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  for (const { title, name, at, code } of labels) {
    doc.addPage().font('Helvetica-Bold').fontSize(20).text(title);
    doc.font('Helvetica').fontSize(10).text(name).text(at);
    const bars = code128(code);
    const unit = 240 / bars.reduce((sum, bar) => sum + bar, 0);
    let x = 24;
    for (const [place, bar] of bars.entries()) {
      if (place % 2 === 0) doc.rect(x, 150, bar * unit, 90);
      x += bar * unit;
    }
    doc.fill('black');
    doc.font('Helvetica-Bold').fontSize(12).text(code, 24, 248, { width: 240, align: 'center' });
    doc.fontSize(9).text('PLEASE LEAVE THIS LABEL UNCOVERED', 24, 280, { width: 240, align: 'center' });
  }
  doc.end();
  await done;
  return Buffer.concat(parts);
}
