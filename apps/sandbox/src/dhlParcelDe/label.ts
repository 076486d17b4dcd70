import PDFDocument from 'pdfkit';
import { at, text } from '../http/types.ts';
import { drawBars } from '../kit/label.ts';
import type { Parcel } from './parcels.ts';

const POINTS_PER_MM = 72 / 25.4;
const WIDTH = 103 * POINTS_PER_MM;
const HEIGHT = 150 * POINTS_PER_MM;
const MARGIN = 12;
const BARS = { left: 2 * MARGIN, width: WIDTH - 4 * MARGIN, height: 80 };

async function drawn(title: string, lines: readonly string[], bars = ''): Promise<Buffer> {
  const doc = new PDFDocument({ size: [WIDTH, HEIGHT], margin: MARGIN, info: { Title: title } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  lines.slice(0, 20).forEach((words, row) => {
    doc
      .font('Helvetica')
      .fontSize(10)
      .text(words || ' ', MARGIN, MARGIN + row * 14, { lineBreak: false });
  });
  if (bars) drawBars(doc, bars, { ...BARS, top: 300 });
  doc.end();
  await done;
  return Buffer.concat(parts);
}

function linesOf(party: unknown): string[] {
  const field = (name: string) => text(at(party, name));
  return [
    field('name1'),
    field('addressStreet'),
    field('additionalAddressInformation1'),
    `${field('postalCode')} ${field('city')} ${field('country')}`,
  ].filter(Boolean);
}

/** 103 x 150 mm, the shipment's number as vector Code 128. */
export const drawLabel = (one: Parcel): Promise<Buffer> =>
  drawn(
    one.number,
    [
      `DHL ${one.product}`,
      ...linesOf(one.sender),
      '',
      ...linesOf(one.receiver),
      '',
      one.number,
      `Ref ${one.reference}`,
    ],
    one.number,
  );

export const drawCustoms = (one: Parcel): Promise<Buffer> =>
  drawn(`CN23 ${one.number}`, ['CN23', one.number, ...one.lines]);

export const drawManifest = (day: string, all: readonly Parcel[]): Promise<Buffer> =>
  drawn(`Manifest ${day}`, [`Manifest ${day}`, ...all.map((one) => one.number)]);
