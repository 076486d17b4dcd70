import * as calls from '@tradewind/contract/links.ts';
import type { App } from '../../core/app.ts';
import { notFound } from '../../core/errors.ts';
import { handle, handleApp, OK, type Route } from '../../core/http/routes.ts';
import { defineTexts } from '../../core/text/texts.ts';
import { companyOf } from '../company/public.ts';
import { assertMayTry, countTry, userSwapping } from '../identity/public.ts';
import { countOpened, handOverLinks, linkableOf, listLinks, makeLink, proposeShipment, withdrawLink } from './links.ts';
import { withLink } from './with-link.ts';

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

const CONFIRMATIONS = { tries: 10, minutes: 60 };

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
          const shown = await linkableOf(link.docKind)?.show?.(tx, link.docId, page);
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
