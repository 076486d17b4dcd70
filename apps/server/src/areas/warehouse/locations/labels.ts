import type { LocationPlace } from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { ruleBroken } from '../../../core/errors.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { A4_PAGE, code128, drawPdf, lineOfText, MM, type PageFormat, type Pdf } from '../../../core/pdf.ts';
import { say } from '../../../core/text/texts.ts';
import { type LocationFilter, locations } from './list.ts';

const ROLL: PageFormat = { widthMm: 80, heightMm: 40, marginMm: 2 };
/** A4 label sheets of 3 x 8 without gaps, 70 x 37 mm, a standard size. */
const SHEET = { across: 3, down: 8, width: 70 * MM, height: 37 * MM, top: 0.5 * MM };

/** Max labels that a browser can still show in one file. */
const MOST = 2000;

/**
 * Labels of selected locations, or of all that match the filter, along the pick path.
 * @throws ruleBroken warehouse.tooManyLabels if one file cannot hold them
 */
export async function locationLabels(
  app: App,
  ctx: Ctx,
  { layout, ...filter }: LocationFilter & { layout: 'sheet' | 'roll' },
): Promise<FileAnswer> {
  const { rows, total } = await app.database.inCompany(ctx, (tx) =>
    locations.page(tx, { ...filter, order: 'path', page: 1, pageSize: MOST }),
  );
  if (total > MOST) throw ruleBroken('warehouse.tooManyLabels', { most: MOST });
  if (rows.length === 0) throw ruleBroken('warehouse.nothingToPrint');
  const name = say(ctx.language, 'warehouse.print.labels');
  if (layout === 'roll')
    return drawPdf({ name, page: ROLL }, (pdf) => {
      for (const row of rows) {
        pdf.addPage();
        label(pdf, row, { x: 0, y: 0, width: 80 * MM, height: 40 * MM });
      }
    });
  const each = SHEET.across * SHEET.down;
  return drawPdf({ name, page: A4_PAGE }, (pdf) => {
    rows.forEach((row, i) => {
      if (i % each === 0) pdf.addPage();
      const at = i % each;
      const x = (at % SHEET.across) * SHEET.width;
      const y = SHEET.top + Math.floor(at / SHEET.across) * SHEET.height;
      label(pdf, row, { x, y, width: SHEET.width, height: SHEET.height });
    });
  });
}

function label(pdf: Pdf, row: LocationPlace, box: { x: number; y: number; width: number; height: number }): void {
  const inner = { x: box.x + 4 * MM, width: box.width - 8 * MM };
  pdf.font('bold').fontSize(20).fillColor('black');
  lineOfText(pdf, row.code, inner.x, box.y + 3 * MM, inner.width, { align: 'center' });
  code128(pdf, row.code, { ...inner, y: box.y + 14 * MM, height: box.height - 18 * MM });
}
