import type { CustomsCategory } from '@tradewind/contract/orders.ts';
import { setsOf } from '../../../core/import-sheet.ts';
import { Decimal } from '../../../core/money.ts';
import { code128, lineOfText, MM, type Pdf } from '../../../core/pdf.ts';
import { CN22_LINES } from '../customs/postal-form.ts';
import { readAddress } from '../parcel/facts.ts';
import { addressText } from '../parcel/own-label.ts';
import { type Box, both, type Caption, categories, described, lines, outline, value } from './form-cells.ts';
import { declaredValue, type PaperLine, type PaperOrder } from './paper-facts.ts';

/** What a form says beside the order. */
export interface FormFacts {
  category: CustomsCategory;
  /** What the post was paid; undefined: left open. */
  postage: string | undefined;
}

const TITLE: Caption = ['CUSTOMS DECLARATION', 'DÉCLARATION EN DOUANE'];
const OPENED: Caption = ['May be opened officially', "Peut être ouvert d'office"];
const OPERATOR: Caption = ['Designated operator', 'Opérateur désigné'];
const FROM: Caption = ['From', 'De'];
const TO: Caption = ['To', 'À'];
const ITEM: Caption = ['Item number', "N° de l'envoi"];
const QUANTITY: Caption = ['Quantity', 'Quantité'];
const WEIGHT: Caption = ['Net weight (kg)', 'Poids net (kg)'];
const VALUE: Caption = ['Value', 'Valeur'];
const TARIFF: Caption = ['HS tariff number', 'N° tarifaire du SH'];
const ORIGIN: Caption = ['Country of origin', "Pays d'origine"];
const TOTAL_WEIGHT: Caption = ['Total gross weight (kg)', 'Poids brut total (kg)'];
const TOTAL_VALUE: Caption = ['Total value', 'Valeur totale'];
const CATEGORY: Caption = ['Category of item', "Catégorie de l'envoi"];
const SIGNATURE: Caption = ["Date and sender's signature", "Date et signature de l'expéditeur"];
const CERTIFIED: Caption = [
  'I certify that the particulars given in this customs declaration are correct and that this item does not contain any dangerous article or articles prohibited by legislation or by postal or customs regulations.',
  'Je certifie que les renseignements donnés dans la présente déclaration en douane sont exacts et que cet envoi ne contient aucun objet dangereux ou interdit par la législation ou la réglementation postale ou douanière.',
];
const CERTIFIED_CN22: Caption = [
  'I, the undersigned, whose name and address are given on the item, certify that the particulars given in this declaration are correct and that this item does not contain any dangerous article or articles prohibited by legislation or by postal or customs regulations.',
  "Je, soussigné, dont le nom et l'adresse figurent sur l'envoi, certifie que les renseignements donnés dans la présente déclaration sont exacts et que cet envoi ne contient aucun objet dangereux ou interdit par la législation ou la réglementation postale ou douanière.",
];

interface Cell {
  caption: Caption;
  width: number;
  right?: true;
  /** Long texts take two lines. */
  wraps?: true;
  text: (line: PaperLine) => string;
}
const inUsd = (amount: Decimal.Value) => `${new Decimal(amount).toFixed(2)} USD`;
const netOf = ({ netKg, units }: PaperLine) => (netKg === null ? '' : new Decimal(netKg).times(units).toFixed(3));
const nameOf = ({ declaredName, title }: PaperLine) => declaredName || title;
const worthOf = ({ declared, units }: PaperLine) => inUsd(new Decimal(declared ?? 0).times(units));
const grossOf = ({ weightGrams }: PaperOrder) =>
  weightGrams === null ? '' : new Decimal(weightGrams).div(1000).toFixed(3);

function table(pdf: Pdf, at: Box, cells: readonly Cell[], rows: readonly PaperLine[], height: number): void {
  const size = height > 5 ? 7.5 : 6;
  let { x } = at;
  for (const cell of cells) {
    outline(pdf, { x, y: at.y, width: cell.width, height: at.height }, cell.caption);
    const top = at.y + at.height;
    outline(pdf, { x, y: top, width: cell.width, height: height * rows.length });
    for (const [n, row] of rows.entries()) {
      const box = { x, y: top + n * height, width: cell.width, height };
      if (cell.wraps) described(pdf, box, cell.text(row), size);
      else value(pdf, box, cell.text(row), cell.right ? 'right' : 'left', size);
    }
    x += cell.width;
  }
}

const sender = (order: PaperOrder) => {
  const from = readAddress(order.from, 'logistics.warehouseAddress');
  return addressText(from.company ? from : { ...from, company: order.companyName });
};
const receiver = (order: PaperOrder) => addressText(readAddress(order.shipTo, 'logistics.orderAddress'));

function itemNumber(pdf: Pdf, box: Box, number: string | null): void {
  outline(pdf, box, ITEM);
  if (!number) return;
  const { x, y, width, height } = box;
  code128(pdf, number, { x: (x + 1) * MM, y: (y + 3.2) * MM, width: (width - 2) * MM, height: (height - 8) * MM });
  pdf.font('bold').fontSize(8).fillColor('black');
  lineOfText(pdf, number, x * MM, (y + height - 4.2) * MM, width * MM, { align: 'center' });
}

function signature(pdf: Pdf, box: Box, order: PaperOrder): void {
  outline(pdf, box, SIGNATURE);
  value(pdf, box, order.today);
}

const CN22 = { width: 100, height: 150 };
const CN22_ROW = 4.6;

/** CN 22 on a label of 100 x 150 mm: up to eight lines. */
export function drawCn22(pdf: Pdf, order: PaperOrder, { category }: FormFacts): void {
  pdf.addPage({ size: [CN22.width * MM, CN22.height * MM], margin: 0 });
  const [left, width] = [4, CN22.width - 8];
  outline(pdf, { x: left, y: 4, width, height: 12 });
  pdf.font('bold').fontSize(7.2);
  lineOfText(pdf, both(TITLE), (left + 1) * MM, 5 * MM, 76 * MM);
  pdf.font('regular').fontSize(5.6);
  lineOfText(pdf, `${both(OPENED)}`, (left + 1) * MM, 9 * MM, 76 * MM);
  lineOfText(pdf, both(OPERATOR), (left + 1) * MM, 12.4 * MM, 76 * MM);
  pdf.font('bold').fontSize(15);
  lineOfText(pdf, 'CN 22', (left + 70) * MM, 7 * MM, 21 * MM, { align: 'right' });
  const kinds = { x: left, y: 16, width, height: 12 };
  outline(pdf, kinds);
  categories(pdf, kinds, category, 3, 1.4);
  const from = { x: left, y: 28, width: width / 2, height: 26 };
  const to = { ...from, x: left + width / 2 };
  outline(pdf, from, FROM);
  lines(pdf, from, sender(order));
  outline(pdf, to, TO);
  lines(pdf, to, receiver(order));
  const cells: Cell[] = [
    {
      caption: ['Quantity and description of contents', 'Quantité et description du contenu'],
      width: 37,
      wraps: true,
      text: (line) => `${line.units} × ${nameOf(line)}`,
    },
    { caption: WEIGHT, width: 13, right: true, text: netOf },
    { caption: VALUE, width: 17, right: true, text: worthOf },
    { caption: TARIFF, width: 15, right: true, text: (line) => line.hsCode },
    { caption: ['Origin', 'Origine'], width: 10, right: true, text: (line) => line.origin },
  ];
  table(pdf, { x: left, y: 54, width, height: 8.5 }, cells, order.lines.slice(0, CN22_LINES), CN22_ROW);
  const bottom = 62.5 + CN22_LINES * CN22_ROW;
  totals(pdf, { x: left, y: bottom, width, height: 7.5 }, order, undefined);
  const certified = { x: left, y: bottom + 7.5, width, height: 14 };
  outline(pdf, certified);
  lines(pdf, certified, both(CERTIFIED_CN22), 1);
  signature(pdf, { x: left, y: bottom + 21.5, width, height: 9.5 }, order);
  itemNumber(pdf, { x: left, y: bottom + 31, width, height: 15 }, order.trackingNumber);
}

function totals(pdf: Pdf, at: Box, order: PaperOrder, postage: readonly [string] | undefined): void {
  const all: [Caption, string][] = [
    [TOTAL_WEIGHT, grossOf(order)],
    [TOTAL_VALUE, inUsd(declaredValue(order))],
    ...(postage ? [[['Postal charges / Fees', 'Frais de port / Frais'], postage[0]] as [Caption, string]] : []),
  ];
  const width = at.width / all.length;
  for (const [n, [caption, text]] of all.entries()) {
    const box = { ...at, x: at.x + n * width, width };
    outline(pdf, box, caption);
    value(pdf, box, text, 'right');
  }
}

const CN23_ROWS = 6;
const LEFT = 6;
const HALF = 99;

/** CN 23 on A5 across; more than six lines go on to further sheets. */
export function drawCn23(pdf: Pdf, order: PaperOrder, facts: FormFacts): void {
  const sheets = setsOf(order.lines, CN23_ROWS);
  for (const [at, rows] of sheets.entries()) {
    pdf.addPage({ size: [210 * MM, 148 * MM], margin: 0 });
    cn23Head(pdf, order, sheets.length > 1 ? `${at + 1}/${sheets.length}` : '');
    cn23Goods(pdf, rows);
    totals(pdf, { x: LEFT, y: 107, width: 2 * HALF, height: 8 }, order, [facts.postage ?? '']);
    cn23Foot(pdf, order, facts);
  }
}

function cn23Head(pdf: Pdf, order: PaperOrder, sheet: string): void {
  const width = 2 * HALF;
  outline(pdf, { x: LEFT, y: 5, width, height: 10 }, OPERATOR);
  pdf.font('bold').fontSize(11);
  lineOfText(pdf, both(TITLE), (LEFT + 44) * MM, 7.4 * MM, 116 * MM, { align: 'center' });
  pdf.fontSize(16);
  lineOfText(pdf, 'CN 23', (LEFT + 160) * MM, 6 * MM, 36 * MM, { align: 'right' });
  pdf.font('regular').fontSize(7);
  lineOfText(pdf, sheet, (LEFT + 1) * MM, 11 * MM, 40 * MM);
  const party = { x: LEFT, width: HALF, height: 26 };
  outline(pdf, { ...party, y: 15 }, FROM);
  lines(pdf, { ...party, y: 15 }, sender(order));
  outline(pdf, { ...party, y: 41 }, TO);
  lines(pdf, { ...party, y: 41 }, receiver(order));
  const right = { x: LEFT + HALF, width: HALF };
  itemNumber(pdf, { ...right, y: 15, height: 20 }, order.trackingNumber);
  const opened = { ...right, y: 35, height: 6 };
  outline(pdf, opened);
  value(pdf, opened, both(OPENED), 'left', 7);
  const reference = { ...right, y: 41, height: 9 };
  outline(pdf, reference, ["Sender's customs reference", "Référence en douane de l'expéditeur"]);
  value(pdf, reference, order.eori ?? '');
  const importer = { ...right, y: 50, height: 17 };
  outline(pdf, importer, [
    "Importer's reference (tax code / VAT no. / importer code), telephone, email",
    "Référence de l'importateur (code fiscal / n° de TVA / code de l'importateur), téléphone, courriel",
  ]);
  const { phone = '', email = '' } = readAddress(order.shipTo, 'logistics.orderAddress');
  value(pdf, importer, [phone, email].filter(Boolean).join(' · '));
}

function cn23Goods(pdf: Pdf, rows: readonly PaperLine[]): void {
  const cells: Cell[] = [
    {
      caption: ['Detailed description of contents', 'Description détaillée du contenu'],
      width: 74,
      wraps: true,
      text: nameOf,
    },
    { caption: QUANTITY, width: 18, right: true, text: (line) => String(line.units) },
    { caption: WEIGHT, width: 24, right: true, text: netOf },
    { caption: VALUE, width: 28, right: true, text: worthOf },
    { caption: TARIFF, width: 30, right: true, text: (line) => line.hsCode },
    { caption: ORIGIN, width: 24, right: true, text: (line) => line.origin },
  ];
  table(pdf, { x: LEFT, y: 67, width: 2 * HALF, height: 7 }, cells, rows, 5.5);
}

function cn23Foot(pdf: Pdf, order: PaperOrder, { category }: FormFacts): void {
  const y = 115;
  const kinds = { x: LEFT, y, width: 66, height: 27 };
  outline(pdf, kinds, CATEGORY);
  categories(pdf, kinds, category, 1, 4);
  const middle = { x: LEFT + 66, width: 56 };
  outline(pdf, { ...middle, y, height: 9 }, [
    'Comments (e.g. goods subject to quarantine or other restrictions)',
    'Observations (p. ex. marchandise soumise à la quarantaine ou à des restrictions)',
  ]);
  for (const [n, caption] of PAPERS.entries()) {
    const box = { ...middle, y: y + 9 + n * 6, height: 6 };
    outline(pdf, box, caption);
    if (n === PAPERS.length - 1) value(pdf, box, order.displayNo, 'right', 7);
  }
  const right = { x: LEFT + 122, width: 76 };
  outline(pdf, { ...right, y, height: 5.5 }, [
    'Office of origin / Date of posting',
    "Bureau d'origine / Date de dépôt",
  ]);
  const certified = { ...right, y: y + 5.5, height: 13 };
  outline(pdf, certified);
  lines(pdf, certified, both(CERTIFIED), 0.6);
  signature(pdf, { ...right, y: y + 18.5, height: 8.5 }, order);
}
const PAPERS: readonly Caption[] = [
  ['Licence no.', 'N° de licence'],
  ['Certificate no.', 'N° de certificat'],
  ['Invoice no.', 'N° de facture'],
];
