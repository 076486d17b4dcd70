import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { A4_PAGE, drawPdf } from '../../../core/pdf.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { drawGoods } from '../transfer/print.ts';
import { assemblyDetail } from './read.ts';

/** The parts by kit and in all. The locations stand there once the work is done. */
export async function workSheet(app: App, ctx: Ctx, id: number): Promise<FileAnswer> {
  const doc = await app.database.inCompany(ctx, (tx) => assemblyDetail(tx, id));
  const words = (code: string) => say(ctx.language, `warehouse.print.${code}`);
  const placeOf = new Map(doc.moves.map((move) => [move.productId, move.locationCode]));
  return drawPdf({ name: `${words('assembly')} ${doc.number}`, page: A4_PAGE }, (pdf) =>
    drawGoods(pdf, ctx, {
      title: `${words('assembly')} · ${say(ctx.language, `warehouse.assembly.kind.${doc.kind}`)}`,
      code: doc.number,
      facts: [
        [words('warehouse'), doc.warehouseName],
        [words('kit'), `${doc.sku} × ${doc.quantity}  ${nameIn(ctx.language, doc)}`],
      ],
      rows: doc.lines.map((line) => ({
        ...line,
        place: placeOf.get(line.productId) ?? '',
        batch: `${words('each')} ${line.each}`,
      })),
      signed: words('workedBy'),
    }),
  );
}
