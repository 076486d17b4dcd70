import type { ResultOf } from '@tradewind/contract/call.ts';
import type { RemoteArea, ZoneArea, ZonePrice } from '@tradewind/contract/logistics/rates.ts';
import * as contract from '@tradewind/contract/logistics.ts';
import { raterOf } from '@tradewind/contract/rating/rate.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { badField, forbidden, ruleBroken } from '../../../core/errors.ts';
import { handle, handleApp, type RequestCtx, type Route } from '../../../core/http/routes.ts';
import { problemsOf, readCardBook } from './book-read.ts';
import { cardBook, exampleCard } from './book-write.ts';
import * as cards from './cards.ts';
import { dryRunOf, startDryRun } from './dry-run.ts';
import { quoteCards, today, typedParcel } from './quote-cards.ts';
import './rates.texts.ts';

const SHOWN_PROBLEMS = 100;

/** Cards are costs. @throws forbidden logistics.rateCosts */
function assertCosts({ rights }: Pick<Ctx, 'rights'>): void {
  if (!maySee(rights, 'seeCost')) throw forbidden('logistics.rateCosts');
}

async function versionOf(tx: Tx, ctx: Ctx, id: number): Promise<ResultOf<typeof contract.getRateVersion>> {
  assertCosts(ctx);
  const { changedAt, ...head } = await cards.headOf(tx, id);
  const content = await cards.contentOf(tx, id);
  const { areas, prices, remote, ...terms } = content;
  const problems = head.state === 'draft' ? problemsOf(content, ctx.language).slice(0, SHOWN_PROBLEMS) : [];
  const counts = { areas: areas.length, prices: prices.length, remote: remote.length };
  const remoteKinds = [...new Set(remote.map(({ kind }) => kind))];
  return { ...head, changedAt: changedAt.toISOString(), terms, ...counts, remoteKinds, problems };
}

async function versionFile(app: App, ctx: Ctx, id: number) {
  assertCosts(ctx);
  const { head, content } = await app.database.look(ctx, async (tx) => ({
    head: await cards.headOf(tx, id),
    content: await cards.contentOf(tx, id),
  }));
  return cardBook(`${head.cardName} v${head.number}`, content, ctx.language);
}

/** Reads the file outside of the transaction that saves it. */
async function importDraft(app: App, ctx: RequestCtx, id: number): Promise<ResultOf<typeof contract.importRateDraft>> {
  const { file } = ctx;
  assertCosts(ctx);
  if (!file) throw badField('file', 'core.fileMissing');
  const { content, problems } = await readCardBook(file.data, ctx.language);
  if (content) await app.database.inCompany(ctx, (tx) => cards.saveContent(tx, id, content, file.name));
  return {
    saved: content !== undefined,
    ...{ areas: content?.areas.length ?? 0, prices: content?.prices.length ?? 0 },
    ...{ problems: problems.slice(0, SHOWN_PROBLEMS), problemCount: problems.length },
  };
}

type RateInput = Parameters<Parameters<typeof handle<typeof contract.rateParcel>>[1]>[1];
async function rated(tx: Tx, ctx: Ctx, input: RateInput): Promise<ResultOf<typeof contract.rateParcel>> {
  assertCosts(ctx);
  const rate = raterOf((await cards.contentOf(tx, input.id)) as Parameters<typeof raterOf>[0]);
  const { rating, refusal } = rate(typedParcel(input, input.day ?? (await today(tx))));
  if (rating) return rating;
  throw ruleBroken(refusal === 'noZone' ? 'logistics.noZone' : 'logistics.rateNoPrice');
}

export function rateRoutes(app: App): Route[] {
  return [
    handle(contract.listRateCards, async (tx, { channelId }) => ({ list: await cards.rateCardsOf(tx, channelId) })),
    handle(contract.addRateCard, (tx, input, ctx) => {
      assertCosts(ctx);
      return cards.addCard(tx, input);
    }),
    handle(contract.getRateVersion, (tx, { id }, ctx) => versionOf(tx, ctx, id)),
    handle(contract.rateVersionAreas, (tx, input, ctx) => {
      assertCosts(ctx);
      return cards.rowsOf<ZoneArea>(tx, 'areas', input);
    }),
    handle(contract.rateVersionPrices, (tx, input, ctx) => {
      assertCosts(ctx);
      return cards.rowsOf<ZonePrice>(tx, 'prices', input);
    }),
    handle(contract.rateVersionRemote, (tx, input, ctx) => {
      assertCosts(ctx);
      return cards.rowsOf<RemoteArea>(tx, 'remote', input);
    }),
    handle(contract.saveRateDraft, (tx, input, ctx) => {
      assertCosts(ctx);
      return cards.saveTerms(tx, input);
    }),
    handle(contract.startRateDraft, (tx, { id }, ctx) => {
      assertCosts(ctx);
      return cards.startDraft(tx, id);
    }),
    handle(contract.activateRateVersion, (tx, input, ctx) => {
      assertCosts(ctx);
      return cards.activate(tx, input);
    }),
    handle(contract.deleteRateDraft, (tx, { id }) => cards.deleteDraft(tx, id)),
    handleApp(contract.rateCardTemplate, ({ language }) =>
      cardBook(language === 'zh' ? '运价表模板' : 'Rate card template', exampleCard(), language),
    ),
    handleApp(contract.rateVersionFile, (ctx, { id }) => versionFile(app, ctx, id)),
    handleApp(contract.importRateDraft, (ctx, { id }) => importDraft(app, ctx, id)),
    handle(contract.rateParcel, (tx, input, ctx) => rated(tx, ctx, input)),
    handle(contract.quoteRateCards, (tx, input, ctx) => {
      assertCosts(ctx);
      return quoteCards(tx, input);
    }),
    handle(contract.startRateDryRun, (tx, { id }, ctx) => {
      assertCosts(ctx);
      return startDryRun(tx, ctx, id);
    }),
    handle(contract.rateDryRunOf, async (tx, { id }, ctx) => {
      assertCosts(ctx);
      return { run: await dryRunOf(tx, ctx, id) };
    }),
  ];
}
