import type { Address } from '@tradewind/connectors/types.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { code128, drawPdf, lineOfText, MM, type Pdf } from '../../../core/pdf.ts';

export interface OwnLabel {
  service: string;
  outboundNo: string;
  /** The order's message, with its placeholders filled. */
  remark: string;
  from: Address;
  to: Address;
}

const PAGE = { widthMm: 100, heightMm: 150, marginMm: 5 };
const LEFT = 6 * MM;
const WIDTH = 88 * MM;

export function addressText(address: Address): string {
  const { name, company, line1, line2, city, state, postalCode, country, phone } = address;
  const place = [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [company, name === company ? '' : name, line1, line2, place, country, phone].filter(Boolean).join('\n');
}

export interface OwnBox {
  /** The barcode: the typed tracking number, else our reference. */
  code: string;
  weightGrams: number;
  boxNo: number;
  of: number;
}

/** Labels of boxes without bought ones: address, and a barcode to scan at handover. */
export async function drawOwnLabel(boxes: readonly OwnBox[], label: OwnLabel): Promise<Buffer> {
  const file = await drawPdf({ name: boxes[0]?.code ?? '', page: PAGE }, (pdf) => {
    for (const box of boxes) drawBox(pdf, box, label);
  });
  return file.data;
}

function drawBox(pdf: Pdf, box: OwnBox, label: OwnLabel): void {
  pdf.addPage();
  pdf.font('regular').fontSize(8);
  addressBlock(pdf, label.from, { y: 6 * MM, height: 22 * MM, sizes: [8, 7, 6] });
  pdf
    .moveTo(0, 30 * MM)
    .lineTo(100 * MM, 30 * MM)
    .stroke();
  pdf.font('bold');
  addressBlock(pdf, label.to, { y: 34 * MM, height: 52 * MM, sizes: [14, 12, 11, 10] });
  pdf
    .moveTo(0, 88 * MM)
    .lineTo(100 * MM, 88 * MM)
    .stroke();
  pdf.font('bold').fontSize(13);
  lineOfText(pdf, label.service, LEFT, 91 * MM, WIDTH);
  code128(pdf, box.code, { x: LEFT, y: 102 * MM, width: WIDTH, height: 26 * MM });
  pdf.font('regular').fontSize(11);
  lineOfText(pdf, box.code, LEFT, 131 * MM, WIDTH, { align: 'center' });
  pdf.fontSize(8);
  const weight = `${(box.weightGrams / 1000).toFixed(2)} kg`;
  const count = box.of > 1 ? ` · ${box.boxNo}/${box.of}` : '';
  lineOfText(pdf, `${label.outboundNo} · ${weight}${count}`, LEFT, 138 * MM, WIDTH, { align: 'center' });
  if (label.remark) lineOfText(pdf, label.remark, LEFT, 143 * MM, WIDTH, { align: 'center' });
}

/** Shrinks long text, never cuts it. @throws logistics.addressTooLong */
export function addressBlock(
  pdf: Pdf,
  address: Address,
  box: { y: number; height: number; sizes: readonly number[] },
): void {
  const text = addressText(address);
  const size = box.sizes.find((points) => pdf.fontSize(points).heightOfString(text, { width: WIDTH }) <= box.height);
  if (size === undefined) throw ruleBroken('logistics.addressTooLong');
  pdf.fontSize(size).text(text, LEFT, box.y, { width: WIDTH });
}
