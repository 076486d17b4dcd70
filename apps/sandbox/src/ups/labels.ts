import { code128, groupedTracking } from './barcode.ts';
import { Bitmap } from './bitmap.ts';
import { encodeGif } from './gif.ts';
import type { UpsParcel } from './shipments.ts';
import { SERVICES } from './tariff.ts';

export interface LabelText {
  lines: string[];
  service: string;
  tracking: string;
  references: string[];
  billing: string;
}

export function labelText(parcel: UpsParcel): LabelText {
  const { from, to } = parcel;
  return {
    lines: [
      from.name,
      ...from.lines,
      `${from.city} ${from.place.state} ${from.place.zip}`,
      '',
      'SHIP TO:',
      to.name,
      ...to.lines,
      `${to.city} ${to.place.state} ${to.place.zip}`,
      to.place.country,
    ],
    service: (SERVICES[parcel.service] ?? 'UPS').toUpperCase(),
    tracking: parcel.tracking,
    references: parcel.references.map((reference, index) => `REF ${index + 1}: ${reference.value}`),
    billing: ['BILLING: P/P', parcel.isReturn ? 'RETURN SERVICE' : '', parcel.piece ?? ''].filter(Boolean).join('  '),
  };
}

/** ZPL II for 4 x 6 inches at 203 dots an inch; ^BC in mode A chooses the Code 128 subsets by itself. */
export function zplLabel(parcel: UpsParcel): string {
  const text = labelText(parcel);
  const clean = (value: string) => value.replace(/[\^~\\]/g, ' ');
  const out = ['^XA', '^CI28', '^PW812', '^LL1218', '^LH0,0'];
  text.lines.forEach((line, index) => {
    if (line) out.push(`^FO30,${30 + index * 34}^A0N,28,26^FD${clean(line)}^FS`);
  });
  out.push('^FO0,480^GB812,4,4^FS', `^FO30,500^A0N,60,56^FD${text.service}^FS`);
  out.push(`^FO30,570^A0N,32,30^FDTRACKING #: ${groupedTracking(text.tracking)}^FS`, '^FO0,615^GB812,12,12^FS');
  out.push(`^FO80,650^BY3^BCN,250,N,N,N,A^FD${text.tracking}^FS`, '^FO0,930^GB812,12,12^FS');
  out.push(`^FO30,960^A0N,28,26^FD${text.billing}^FS`);
  text.references.slice(0, 4).forEach((line, index) => {
    out.push(`^FO30,${1010 + index * 36}^A0N,28,26^FD${clean(line)}^FS`);
  });
  out.push('^XZ');
  return `${out.join('\n')}\n`;
}

export function eplLabel(parcel: UpsParcel): string {
  const text = labelText(parcel);
  const quote = (value: string) => value.replace(/["\\]/g, ' ');
  const out = ['', 'N', 'q812', 'Q1218,24'];
  text.lines.forEach((line, index) => {
    if (line) out.push(`A30,${30 + index * 30},0,3,1,1,N,"${quote(line)}"`);
  });
  out.push(`A30,500,0,4,2,2,N,"${text.service}"`, `A30,570,0,3,1,1,N,"TRACKING #: ${groupedTracking(text.tracking)}"`);
  out.push(`B80,650,0,1,3,3,250,N,"${text.tracking}"`);
  text.references.slice(0, 4).forEach((line, index) => {
    out.push(`A30,${960 + index * 30},0,3,1,1,N,"${quote(line)}"`);
  });
  out.push('P1', '');
  return out.join('\n');
}

/** Star's line language: text lines and one Code 128 (ESC b). */
export function splLabel(parcel: UpsParcel): string {
  const text = labelText(parcel);
  const body = [...text.lines, text.service, `TRACKING #: ${groupedTracking(text.tracking)}`, ...text.references].join(
    '\n',
  );
  return `\x1b@${body}\n\x1bb\x06\x01\x03\xfa${text.tracking}\x1e\n\x1bd\x02`;
}

/** 4 x 6 inches at 150 dots an inch, black on white. */
export function gifLabel(parcel: UpsParcel): Buffer {
  const text = labelText(parcel);
  const map = new Bitmap(600, 900);
  text.lines.forEach((line, index) => {
    map.text(20, 20 + index * 22, line, 2);
  });
  map.rect(0, 340, 600, 3);
  map.text(20, 356, text.service, 5);
  map.text(20, 412, `TRACKING #: ${groupedTracking(text.tracking)}`, 2);
  map.rect(0, 440, 600, 8);
  const bars = code128(text.tracking);
  const width = bars.reduce((sum, bar) => sum + bar, 0);
  let x = Math.floor((600 - width * 2) / 2);
  bars.forEach((bar, index) => {
    if (index % 2 === 0) map.rect(x, 470, bar * 2, 200);
    x += bar * 2;
  });
  map.rect(0, 690, 600, 8);
  map.text(20, 720, text.billing, 2);
  text.references.slice(0, 4).forEach((line, index) => {
    map.text(20, 750 + index * 24, line, 2);
  });
  return encodeGif(map);
}
