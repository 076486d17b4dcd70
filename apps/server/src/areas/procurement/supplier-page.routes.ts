import * as calls from '@tradewind/contract/procurement.ts';
import type { App } from '../../core/app.ts';
import { badField } from '../../core/errors.ts';
import { handle, handleApp, OK, type RequestCtx, type Route } from '../../core/http/routes.ts';
import { countOpened, withLink } from '../documents/public.ts';
import { assertMayTry, countTry } from '../identity/public.ts';
import { paperContents, purchasePaper } from './orders/print.ts';
import { keepAnswers } from './supplier-page/answer.ts';
import { decideAnswers } from './supplier-page/decide.ts';
import { assertMaySend, keepPacking } from './supplier-page/packing.ts';
import { supplierAnswers } from './supplier-page/read.ts';
import { assertShown, showToSupplier } from './supplier-page/show.ts';
import { refusePacking, takePacking } from './supplier-page/take-packing.ts';

const PAGE = 'supplierOrder';
/** What one address may send; a supplier with many orders sends many answers. */
const SENDINGS = { tries: 60, minutes: 60 };

/** Calls of the supplier's page, by the key of its link, and the buyer's answers to them. */
export function supplierPageRoutes(app: App): Route[] {
  return [
    handleApp(calls.openSupplierOrder, (ctx, { key }) =>
      withLink(app, ctx, key, PAGE, async (tx, link) => {
        countOpened(tx, link);
        return showToSupplier(tx, link);
      }),
    ),
    handleApp(calls.answerSupplierOrder, (ctx, { key, lines }) =>
      sending(app, ctx, () => withLink(app, ctx, key, PAGE, (tx, link) => keepAnswers(tx, link, lines))),
    ),
    handleApp(calls.sendPackingList, (ctx, { key, ...said }) =>
      sending(app, ctx, async () => {
        const { file } = ctx;
        if (!file) throw badField('file', 'core.fileMissing');
        const companyId = await withLink(app, ctx, key, PAGE, async (tx, link) => {
          await assertMaySend(tx, link);
          return tx.companyId;
        });
        const fileKey = await app.files.put(companyId, file.name, file.data);
        await withLink(app, ctx, key, PAGE, (tx, link) => keepPacking(tx, link, said, { ...file, fileKey }));
        return OK;
      }),
    ),
    handleApp(calls.printSupplierOrder, async (ctx, { key, language }) => {
      const { contents, prices } = await withLink(app, ctx, key, PAGE, async (tx, link) => {
        await assertShown(tx, link);
        return { contents: await paperContents(tx, tx, link.docId), prices: link.prices };
      });
      return purchasePaper(contents, language, prices);
    }),
    handle(calls.supplierAnswers, (tx, { id }) => supplierAnswers(tx, id)),
    handle(calls.decideSupplierAnswers, (tx, input) => decideAnswers(tx, input)),
    handle(calls.takePackingList, (tx, { id }) => takePacking(tx, id)),
    handle(calls.refusePackingList, (tx, { id, decision }) => refusePacking(tx, id, decision)),
  ];
}

async function sending<T>({ database }: App, ctx: RequestCtx, work: () => Promise<T>): Promise<T> {
  const limit = [{ key: `link-send:${ctx.address}`, ...SENDINGS }];
  await assertMayTry(database, limit);
  const answer = await work();
  await countTry(database, limit);
  return answer;
}
