import * as calls from '@tradewind/contract/links.ts';
import type { App } from '../../core/app.ts';
import { systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { notFound } from '../../core/errors.ts';
import { handle, handleApp, OK, type RequestCtx, type Route } from '../../core/http/routes.ts';
import { defineTexts } from '../../core/text/texts.ts';
import { companyOf } from '../company/public.ts';
import { assertMayTry, countTry, userSwapping } from '../identity/public.ts';
import {
  countOpened,
  handOverLinks,
  type Link,
  linkableOf,
  listLinks,
  liveLink,
  makeLink,
  proposeShipment,
  withdrawLink,
} from './links.ts';

defineTexts({
  'link.notFound': ['链接不存在、已过期或已撤销', 'This link does not exist, has expired or was revoked'],
  'link.proposed': ['{name}：{who} 已确认发货，请核实', '{name}: {who} confirmed the shipment. Please verify'],
  'link.proposedDetail': [
    '{who} 通过链接确认已发货：{name}\n承运商：{carrier}\n跟踪号：{trackingNumber}\n备注：{note}',
    '{who} confirmed by link that {name} has shipped.\nCarrier: {carrier}\nTracking number: {trackingNumber}\nNote: {note}',
  ],
  'link.tooMany': ['每张单据最多 {limit} 个有效链接', 'A document can have up to {limit} active links'],
});

userSwapping.listen(handOverLinks);

const WRONG_KEYS = { tries: 10, minutes: 1 };
const CONFIRMATIONS = { tries: 10, minutes: 60 };
const LARGEST_ID = 2 ** 31 - 1;

export function linkRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.makeLink, (tx, input) => makeLink(app, tx, input)),
    handle(calls.listLinks, async (tx, input) => (await listLinks(tx, input.docKind, input.docId)) as never),
    handle(calls.withdrawLink, (tx, { id }) => withdrawLink(tx, id)),
    handleApp(
      calls.openLink,
      (ctx, { key, page }) =>
        withLink(app, ctx, key, page, async (tx, link) => {
          const shown = await linkableOf(link.docKind)?.show(tx, link.docId, page);
          if (!shown) throw notFound('link.notFound');
          countOpened(tx, link);
          const { name } = await companyOf(tx);
          return { ...shown, page, company: name, recipient: link.recipient, expiresAt: link.expiresAt };
        }) as never,
    ),
    handleApp(calls.confirmShipment, async (ctx, { key, ...said }) => {
      const limit = [{ key: `link-confirm:${ctx.address}`, ...CONFIRMATIONS }];
      await assertMayTry(database, limit);
      await withLink(app, ctx, key, 'confirmShipment', (tx, link) => proposeShipment(tx, link, said));
      await countTry(database, limit);
      return OK;
    }),
  ];
}

/** Works in the name of the link's company. A wrong key counts against the address it came from. */
async function withLink<T>(
  { database }: App,
  ctx: RequestCtx,
  key: string,
  page: calls.LinkPage,
  work: (tx: Tx, link: Link) => Promise<T>,
): Promise<T> {
  const limit = [{ key: `link:${ctx.address}`, ...WRONG_KEYS }];
  await assertMayTry(database, limit);
  const companyId = companyIn(key);
  const link = companyId && (await database.look(systemContext(companyId, 'link'), (tx) => liveLink(tx, key, page)));
  if (!companyId || !link) {
    await countTry(database, limit);
    throw notFound('link.notFound');
  }
  return database.inCompany(systemContext(companyId, link.recipient, ctx.requestId), async (tx) => {
    // It may have been taken back in between.
    const still = await liveLink(tx, key, page);
    if (!still) throw notFound('link.notFound');
    return work(tx, still);
  });
}

/** A key begins with its company, so that it can be looked up before anybody is signed in. */
function companyIn(key: string): number | undefined {
  const [first = ''] = key.split('.');
  const id = /^[0-9a-z]{1,7}$/.test(first) ? Number.parseInt(first, 36) : 0;
  return id > 0 && id <= LARGEST_ID ? id : undefined;
}
