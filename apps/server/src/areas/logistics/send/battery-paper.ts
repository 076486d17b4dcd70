import { BATTERY_RULES, type BatteryKind } from '@tradewind/contract/catalog/batteries.ts';
import { Decimal } from '../../../core/money.ts';
import { lineOfText, MM, type Pdf } from '../../../core/pdf.ts';
import { readAddress } from '../parcel/facts.ts';
import { addressText } from '../parcel/own-label.ts';
import type { PaperLine, PaperOrder } from './paper-facts.ts';
import { LEFT, table, WIDTH } from './sheet-table.ts';

/** A line whose battery is known. */
type Powered = PaperLine & { batteryKind: BatteryKind; batteryContent: string; batteryCount: number };
const isKnown = (line: PaperLine): line is Powered => line.batteryKind !== null;

export interface BatteryProblem {
  code: 'batteryFacts' | 'batteryLarge' | 'batteryPost';
  skus: string[];
}

/**
 * Why no battery paper is printed: a report that says nothing of the battery; a battery that travels only as fully regulated
 * dangerous goods; one outside of its equipment in the post, which takes none.
 */
export function batteryProblem({ lines, postal }: PaperOrder): BatteryProblem | undefined {
  const powered = lines.filter((line) => line.battery);
  const skusOf = (found: readonly PaperLine[]) => [...new Set(found.map((line) => line.sku))];
  const known = powered.filter(isKnown);
  const unknown = powered.filter((line) => !isKnown(line));
  if (unknown.length > 0) return { code: 'batteryFacts', skus: skusOf(unknown) };
  const large = known.filter((line) => new Decimal(line.batteryContent).gt(BATTERY_RULES[line.batteryKind].most));
  if (large.length > 0) return { code: 'batteryLarge', skus: skusOf(large) };
  const loose = known.filter((line) => BATTERY_RULES[line.batteryKind].place !== 'inside');
  return postal && loose.length > 0 ? { code: 'batteryPost', skus: skusOf(loose) } : undefined;
}

const PLACES = { inside: 'contained in equipment', packed: 'packed with equipment', alone: 'alone' } as const;
const SMALL = 'Section II: cells and batteries within the limits of small ones, packed as the instruction says.';
const ALONE =
  "Section IB: this package also needs the Class 9 and Cargo Aircraft Only labels and a Shipper's Declaration for Dangerous Goods.";
const CHARGE = 'State of charge not above 30 % of the rated capacity.';

/** The lithium battery mark in its size, and the declaration below it, on A4. */
export function drawBattery(pdf: Pdf, order: PaperOrder): void {
  const goods = order.lines.filter((line) => line.battery).filter(isKnown);
  const kinds = [...new Set(goods.map((line) => line.batteryKind))];
  const next = () => {
    pdf.addPage();
    return 20 * MM;
  };
  pdf.addPage();
  drawMark(pdf, [...new Set(kinds.map((kind) => BATTERY_RULES[kind].un))].sort());
  pdf.font('bold').fontSize(14).fillColor('black');
  lineOfText(pdf, 'Lithium battery declaration', LEFT, 136 * MM, 110 * MM);
  pdf.font('regular').fontSize(9);
  lineOfText(pdf, [order.displayNo, order.trackingNumber].filter(Boolean).join(' · '), LEFT, 143.5 * MM, WIDTH);
  const from = readAddress(order.from, 'logistics.warehouseAddress');
  const block = (title: string, text: string, x: number) => {
    pdf
      .font('bold')
      .fontSize(8)
      .text(title, x, 150 * MM);
    pdf
      .font('regular')
      .fontSize(8.5)
      .text(text, x, 154 * MM, { width: 86 * MM });
    return pdf.y;
  };
  const ends = [
    block('SHIPPER', addressText({ ...from, company: from.company ?? order.companyName }), LEFT),
    block('CONSIGNEE', addressText(readAddress(order.shipTo, 'logistics.orderAddress')), LEFT + 94 * MM),
  ];
  let y = table(
    pdf,
    Math.max(...ends) + 4 * MM,
    [
      { title: 'SKU', width: 34, bold: true, text: (line) => line.sku },
      { title: 'Description', width: 52, text: (line) => line.declaredName || line.title },
      { title: 'UN number', width: 22, text: (line) => BATTERY_RULES[line.batteryKind].un },
      { title: 'Instruction', width: 22, text: (line) => BATTERY_RULES[line.batteryKind].instruction },
      { title: 'Batteries', width: 22, right: true, text: (line) => String(line.batteryCount * line.units) },
      {
        title: 'Of each',
        width: 30,
        right: true,
        text: ({ batteryContent, batteryKind }) =>
          `${new Decimal(batteryContent).toFixed()} ${BATTERY_RULES[batteryKind].unit}${BATTERY_RULES[batteryKind].chemistry === 'metal' ? ' Li' : ''}`,
      },
    ],
    goods,
    next,
  );
  if (y > 215 * MM) y = next();
  pdf.font('regular').fontSize(8.5).fillColor('black');
  pdf.text(statement(kinds), LEFT, y + 4 * MM, { width: WIDTH });
  const sign = pdf.y + 16 * MM;
  pdf
    .moveTo(LEFT, sign)
    .lineTo(LEFT + 80 * MM, sign)
    .lineWidth(0.5)
    .stroke('#1b1f24');
  lineOfText(pdf, `Date and signature of shipper · ${order.today}`, LEFT, sign + 1.5 * MM, 100 * MM);
}

function statement(kinds: readonly BatteryKind[]): string {
  const each = kinds.map((kind) => {
    const { un, instruction, place, chemistry } = BATTERY_RULES[kind];
    const charge = chemistry === 'ion' && place !== 'inside' ? ` ${CHARGE}` : '';
    return `${un}, lithium ${chemistry} batteries ${PLACES[place]}, ${instruction}. ${place === 'alone' ? ALONE : SMALL}${charge}`;
  });
  return [
    ...each,
    'Each type of cell and battery has passed the tests of the UN Manual of Tests and Criteria, Part III, subsection 38.3.',
    'Handle with care: the batteries can burn if the package is damaged. Inspect and repack a damaged package before it travels on.',
    'I declare that these particulars are correct and that the package is prepared for transport as the regulations on dangerous goods demand.',
  ].join('\n');
}

const RED = '#d4001a';
/** IATA: at least 100 x 100 mm, hatched in red at least 5 mm wide. */
function drawMark(pdf: Pdf, numbers: readonly string[]): void {
  const [x, y, width, height, edge] = [50 * MM, 18 * MM, 110 * MM, 108 * MM, 6 * MM];
  pdf.font('regular').fontSize(8).fillColor('#5b6470');
  lineOfText(pdf, 'Lithium battery mark: print at 100 % and fix it to one side of the package.', LEFT, 10 * MM, WIDTH);
  pdf.save().rect(x, y, width, height).clip();
  for (let at = -height; at < width; at += 6 * MM)
    pdf
      .moveTo(x + at, y + height)
      .lineTo(x + at + height, y)
      .lineWidth(2.6 * MM)
      .stroke(RED);
  pdf.restore();
  pdf.rect(x + edge, y + edge, width - 2 * edge, height - 2 * edge).fill('white');
  for (const inset of [0, edge])
    pdf
      .rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset)
      .lineWidth(0.8)
      .stroke(RED);
  drawBatteries(pdf, x + width / 2, y + 14 * MM);
  const size = numbers.length > 1 ? 20 : 30;
  pdf.font('bold').fontSize(size).fillColor('black');
  for (const [at, number] of numbers.entries())
    lineOfText(pdf, number, x + edge, y + 70 * MM + at * 9 * MM, width - 2 * edge, { align: 'center' });
}

/** A group of batteries; one is broken and burns. */
function drawBatteries(pdf: Pdf, middle: number, y: number): void {
  for (const at of [-26, -10, 6]) {
    const left = middle + at * MM;
    pdf.rect(left, y + 14 * MM, 12 * MM, 34 * MM).fill('black');
    pdf.rect(left + 3.5 * MM, y + 10.5 * MM, 5 * MM, 3.5 * MM).fill('black');
  }
  const left = middle + 6 * MM;
  pdf
    .moveTo(left - MM, y + 34 * MM)
    .lineTo(left + 4 * MM, y + 28 * MM)
    .lineTo(left + 7 * MM, y + 34 * MM)
    .lineTo(left + 13 * MM, y + 27 * MM)
    .lineWidth(1.6 * MM)
    .stroke('white');
  pdf
    .moveTo(left + 14 * MM, y + 48 * MM)
    .bezierCurveTo(left + 12 * MM, y + 40 * MM, left + 18 * MM, y + 36 * MM, left + 17 * MM, y + 28 * MM)
    .bezierCurveTo(left + 23 * MM, y + 33 * MM, left + 22 * MM, y + 38 * MM, left + 24 * MM, y + 34 * MM)
    .bezierCurveTo(left + 28 * MM, y + 41 * MM, left + 26 * MM, y + 46 * MM, left + 23 * MM, y + 48 * MM)
    .closePath()
    .fill('black');
}
