import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { ManifestRow, printManifest } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict } from '../../../core/errors.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { A4_PAGE, code128, drawPdf, lineOfText, MM, type Pdf } from '../../../core/pdf.ts';
import { say } from '../../../core/text/texts.ts';
import { platformName } from '../../channels/public.ts';
import { addressRead } from '../parcel/facts.ts';
import { addressText } from '../parcel/own-label.ts';
import { BOTTOM, LEFT, RIGHT, table, WIDTH } from '../send/sheet-table.ts';
import { carrierSheet } from './carrier-sheet.ts';
import { manifests } from './list.ts';
import { type Listed, parcelsListed } from './read.ts';

type Words = (code: string, params?: Record<string, number>) => string;

/** The document that the driver signs. @throws conflict while the manifest is open, or when it was voided */
export async function manifestPaper(app: App, ctx: Ctx, input: ParsedOf<typeof printManifest>): Promise<FileAnswer> {
  const { head, rows, from } = await app.database.look(ctx, async (tx) => {
    const found = await manifests.one(tx, input.id);
    const warehouse = await tx.row<{ address: unknown }>(sql`select address from warehouse
      where company_id = ${sql.company} and id = ${found.warehouseId}`);
    return { head: found, rows: await parcelsListed(tx, input.id), from: addressRead(warehouse?.address) };
  });
  const { number, state } = head;
  if (number === null || state === 'open' || state === 'cancelled')
    throw conflict(`logistics.manifest.is.${state}`, { number: number ?? '' });
  if (input.paper === 'carrier') return carrierSheet(app, ctx, head, input.again);
  // In the order of adding: the parcels lie in the cage in this order.
  const on = rows.filter((row) => row.stayed === null).reverse();
  const words: Words = (code, params) => say(ctx.language, `logistics.manifest.paper.${code}`, params);
  const address = from ? addressText(from).split('\n').join(', ') : '';
  return drawPdf({ name: number, page: A4_PAGE }, (pdf) => {
    drawManifest(pdf, ctx, { ...head, number }, on, address, words);
    footers(pdf, words);
  });
}

const kilos = (grams: number) => `${(grams / 1000).toFixed(3)} kg`;

function vanName(ctx: Ctx, { carrier, platform, channelName }: ManifestRow): string {
  const name =
    carrier === 'platform' ? platformName(platform, ctx.language) : carrier === 'own' ? '' : carrier.toUpperCase();
  return [name, channelName].filter(Boolean).join(' · ');
}

function drawManifest(
  pdf: Pdf,
  ctx: Ctx,
  head: ManifestRow & { number: string },
  rows: readonly Listed[],
  address: string,
  words: Words,
): void {
  const page = () => {
    pdf.addPage();
    pdf.font('bold').fontSize(16).fillColor('black');
    lineOfText(pdf, words('title'), LEFT, 14 * MM, 100 * MM);
    code128(pdf, head.number, { x: 118 * MM, y: 12 * MM, width: 78 * MM, height: 12 * MM });
    pdf.font('regular').fontSize(9).fillColor('black');
    lineOfText(pdf, head.number, 118 * MM, 25 * MM, 78 * MM, { align: 'center' });
    const facts: [string, string][] = [
      ['carrier', vanName(ctx, head)],
      ['day', head.day],
      ['parcels', `${rows.length}　${words('weight')} ${kilos(head.weightGrams)}`],
      // Last, because a whole address may take two lines.
      ['from', [head.warehouseName, address].filter(Boolean).join(' · ')],
    ];
    facts.forEach(([code, value], at) => {
      pdf.fillColor('#5b6470');
      lineOfText(pdf, words(code), LEFT, (24 + at * 5.5) * MM, 24 * MM);
      pdf.fillColor('black');
      const [x, y] = [LEFT + 24 * MM, (24 + at * 5.5) * MM];
      if (code === 'from') pdf.text(value, x, y, { width: 156 * MM, height: 10 * MM, ellipsis: true });
      else lineOfText(pdf, value, x, y, 78 * MM);
    });
    return 53 * MM;
  };
  const numbered = rows.map((row, at) => ({ ...row, at: at + 1 }));
  const end = table(
    pdf,
    page(),
    [
      { title: '#', width: 12, text: (row) => String(row.at) },
      { title: words('code'), width: 62, bold: true, text: (row) => row.code },
      { title: words('order'), width: 44, text: (row) => row.orderNo },
      { title: words('service'), width: 30, text: (row) => row.serviceName },
      { title: words('country'), width: 12, text: (row) => row.country },
      { title: words('grams'), width: 22, right: true, text: (row) => kilos(row.weightGrams) },
    ],
    numbered,
    page,
  );
  signatures(pdf, end + SIGNATURES > BOTTOM ? page() : end, words);
}

const SIGNATURES = 40 * MM;

/** Side by side: both signatures and the parcel count. */
function signatures(pdf: Pdf, top: number, words: Words): void {
  const lines = [
    [words('giver'), words('taker')],
    [words('at'), words('at')],
    ['', words('received')],
  ];
  const half = WIDTH / 2;
  lines.forEach(([left = '', right = ''], at) => {
    const y = top + (15 + at * 11) * MM;
    for (const [text, x] of [
      [left, LEFT],
      [right, LEFT + half],
    ] as const) {
      if (!text) continue;
      pdf.font('regular').fontSize(9).fillColor('#5b6470');
      lineOfText(pdf, text, x, y - 3.5 * MM, 34 * MM);
      pdf
        .moveTo(x + 34 * MM, y)
        .lineTo(x + half - 6 * MM, y)
        .lineWidth(0.5)
        .stroke('#1b1f24');
    }
  });
}

function footers(pdf: Pdf, words: Words): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    pdf.font('regular').fontSize(8).fillColor('#5b6470');
    lineOfText(pdf, words('page', { page: page + 1, pages: count }), LEFT, BOTTOM + 1 * MM, RIGHT - LEFT, {
      align: 'right',
    });
  }
}
