import { randomBytes } from 'node:crypto';
import type { SourcingConnector, SourcingGoods, SourcingPreview } from '@tradewind/connectors/sourcing/connector.ts';
import { ConnectorError, type Tokens } from '@tradewind/connectors/types.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type * as calls from '@tradewind/contract/procurement.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee, systemContext } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict, Fail, forbidden, ruleBroken } from '../../../core/errors.ts';
import { codedFailure } from '../../../core/jobs/failure.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { Decimal } from '../../../core/money.ts';
import { purchaseDocument } from '../documents.ts';
import { assertSuppliers } from '../goods.ts';
import { holdPurchase } from '../orders/hold.ts';
import { purchases } from '../orders/purchases.list.ts';
import type { sourcingOrder } from '../sourcing.tables.ts';
import { accept, finish } from './accept.ts';
import { with1688 } from './account.ts';
import { chargedFor, goodsOf, higherLines, type SourcedLine, sourcedLines } from './goods.ts';
import { isPlaceable } from './open.ts';
import { shopOf } from './preview.ts';

const DOC = purchaseDocument.kind;
/** After a lost answer: lists of 1688 learn of an order a little later. */
const LOOKUPS_S = [5, 15, 60, 180, 600];
/** A list that did not know it may still learn of it; then a person has to decide. */
const LATE_LOOKUPS = 24;

interface Placing {
  id: number;
  orderId: number;
  reference: string;
  state: string;
  addressId: string;
  confirmed: string;
  expectedOn: string | null;
  asn: boolean;
  placedBy: string;
  sentAt: Date | null;
  attempts: number;
}

export const PLACE_JOB = defineJob<{ id: number }>(
  'procurement.place1688',
  ['在 1688 下单', 'Place on 1688'],
  (app, ctx, { id }) => place(app, ctx, id),
);
const askJob = (tx: Tx, id: number, runAt?: Date) =>
  addJob(
    tx,
    PLACE_JOB,
    { id },
    { key: `place1688:${id}${runAt ? ':later' : ''}`, queue: '1688', ...(runAt ? { runAt } : {}) },
  );

/** Writes down what a person confirmed; a job sends it. @throws badField addressId, lines; conflict procurement.1688.notOpen */
export async function askPlace(tx: Tx, input: ParsedOf<typeof calls.placeSourcing>): Promise<{ id: number }> {
  if (!maySee(tx.rights, 'seeCost')) throw forbidden('procurement.costs');
  const row = await purchases.one(tx, input.id);
  const held = await holdPurchase(tx, input.id);
  if (!(await isPlaceable(tx, held))) throw conflict('procurement.1688.notOpen', { number: held.number });
  await assertSuppliers(tx, [{ path: 'supplierId', id: held.supplierId }]);
  if (!(await shopOf(tx, held.supplierId))) throw ruleBroken('procurement.1688.noShop', { code: row.supplierCode });
  const account = await tx.row<{ state: string }>(
    sql`select state from sourcing_account where company_id = ${sql.company}`,
  );
  if (account?.state !== 'authorized') throw ruleBroken(account ? 'procurement.1688.expired' : 'procurement.1688.none');
  const wrong = (await sourcedLines(tx, input.id)).find((line) => line.problem);
  if (wrong) throw badField('id', 'procurement.1688.lineProblem', { sku: wrong.sku });
  const made = await tx.row<{ id: number }>(
    sql`${insertRows<typeof sourcingOrder>('sourcing_order', [
      {
        orderId: held.id,
        // A second try on 1688 is another order there.
        reference: `${held.number}-${randomBytes(4).toString('hex')}`,
        addressId: input.addressId,
        confirmed: input.total,
        expectedOn: input.expectedOn,
        asn: input.asn,
        placedBy: tx.actor.name,
        createdAt: tx.now,
        nextAt: tx.now,
      },
    ])} returning id`,
  );
  if (!made) throw new Error('The order for 1688 was not written');
  const detail = { amount: input.total };
  writeHistory(tx, [{ docKind: DOC, docId: held.id, event: 'sourcing', detail }]);
  await askJob(tx, made.id);
  return made;
}

const read = (app: App, ctx: Ctx, id: number) =>
  app.database.inCompany(ctx, (tx) =>
    tx.row<Placing>(sql`select id, order_id, reference, state, address_id, confirmed, expected_on::text as expected_on, asn,
        placed_by, sent_at, attempts from sourcing_order where company_id = ${sql.company} and id = ${id}`),
  );

/** Sends it, or looks it up where it may have been sent: it is on 1688 at most once. */
export async function place(app: App, jobCtx: Ctx, id: number): Promise<void> {
  const row = await read(app, jobCtx, id);
  if (!row) return;
  const ctx = { ...systemContext(jobCtx.companyId, row.placedBy), now: jobCtx.now };
  // A job of a process that died after 1688 had answered.
  if (row.state === 'placed') return finish(app, ctx, id);
  if (row.state !== 'placing' && row.state !== 'unclear') return;
  await (row.sentAt ? lookAgain(app, ctx, row) : send(app, ctx, row));
}

async function lookAgain(app: App, ctx: Ctx, row: Placing): Promise<void> {
  try {
    const orderNos = await lookUp(app, ctx, row);
    if (orderNos.length > 0) return await accept(app, ctx, row.id, orderNos);
    await later(app, ctx, row, null);
  } catch (error) {
    await later(app, ctx, row, wordsOf(error));
  }
}

/** By our reference. @returns the numbers there */
export const lookUp = (app: App, ctx: Ctx, row: { reference: string }): Promise<string[]> =>
  with1688(app, ctx, async (platform, tokens) => [...new Set(await platform.find(tokens, row.reference))]);

async function send(app: App, ctx: Ctx, row: Placing): Promise<void> {
  let ready: Ready;
  try {
    ready = await prepare(app, ctx, row);
  } catch (error) {
    if (isCertain(error) || row.attempts >= LOOKUPS_S.length) return refuse(app, ctx, row, wordsOf(error));
    return later(app, ctx, row, wordsOf(error));
  }
  // From here on it may be there, whatever happens to this process.
  const mine = await app.database.inCompany(ctx, (tx) =>
    tx.row(sql`update sourcing_order set sent_at = ${tx.now}, address = ${ready.address}, attempts = 0,
        next_at = ${new Date(tx.now.getTime() + 1000 * (LOOKUPS_S[0] ?? 0))}
      where company_id = ${sql.company} and id = ${row.id} and state = 'placing' and sent_at is null returning 1 as one`),
  );
  if (!mine) return;
  try {
    const { goods, number } = ready;
    const order = { ...goods, reference: row.reference, message: number };
    const { orderNos } = await with1688(app, ctx, (platform, tokens) => platform.place(tokens, order));
    await accept(app, ctx, row.id, orderNos);
  } catch (error) {
    if (isCertain(error)) return refuse(app, ctx, row, wordsOf(error));
    const sent = { ...row, sentAt: ctx.now(), attempts: 0 };
    if (!neverLeft(error)) return later(app, ctx, sent, wordsOf(error));
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(
        sql`update sourcing_order set sent_at = null where company_id = ${sql.company} and id = ${row.id} and state = 'placing'`,
      ),
    );
    await later(app, ctx, row, wordsOf(error));
  }
}

/** An answer that says for sure that nothing was done, and will be. */
const isCertain = (error: unknown): boolean =>
  error instanceof Fail ||
  (error instanceof ConnectorError && (error.kind === 'rejected' || error.kind === 'unauthorized'));
/** The call did not reach the service behind the gateway. A 503 proves nothing. */
const neverLeft = (error: unknown): boolean =>
  error instanceof ConnectorError &&
  (error.kind === 'throttled' || (error.kind === 'unavailable' && error.status === undefined));

function wordsOf(error: unknown): string {
  if (error instanceof Fail) return codedFailure(error.code, error.params);
  if (error instanceof ConnectorError) return error.message.slice(0, 500);
  throw error;
}

interface Ready {
  goods: SourcingGoods;
  number: string;
  address: string;
}

function prepare(app: App, ctx: Ctx, row: Placing): Promise<Ready> {
  return with1688(app, ctx, async (platform, tokens) => {
    const { lines, number } = await app.database.inCompany(ctx, async (tx) => ({
      lines: await sourcedLines(tx, row.orderId),
      number: (await purchases.one(tx, row.orderId)).number,
    }));
    const goods = goodsOf(row.addressId, lines);
    assertAsConfirmed(row, lines, await platform.preview(tokens, goods));
    return { goods, number, address: await addressText(platform, tokens, row.addressId) };
  });
}

const addressText = async (platform: SourcingConnector, tokens: Tokens, id: string): Promise<string> => {
  const found = (await platform.addresses(tokens)).find((one) => one.id === id);
  if (!found) throw ruleBroken('procurement.1688.addressGone');
  return `${found.receiver} ${found.text}`.trim();
};

/** Prices may have risen since a person confirmed them. @throws ruleBroken procurement.1688.higher or .dearer */
function assertAsConfirmed(row: Placing, lines: readonly SourcedLine[], preview: SourcingPreview): void {
  const [higher] = higherLines(lines, preview);
  if (higher)
    throw ruleBroken('procurement.1688.higher', {
      sku: higher.sku,
      agreed: higher.agreed,
      charged: chargedFor(higher, preview) ?? '',
    });
  if (new Decimal(preview.total).gt(row.confirmed))
    throw ruleBroken('procurement.1688.dearer', {
      confirmed: new Decimal(row.confirmed).toFixed(2),
      total: new Decimal(preview.total).toFixed(2),
    });
  const problem = preview.problem ?? preview.lines.find((line) => line.problem)?.problem;
  if (problem) throw ruleBroken('procurement.1688.refused', { words: problem });
}

/** 1688, or its answer to a second look at prices, says no: nothing was placed. */
async function refuse(app: App, ctx: Ctx, row: Placing, error: string): Promise<void> {
  await app.database.inCompany(ctx, async (tx) => {
    const mine =
      await tx.row(sql`update sourcing_order set state = 'refused', error = ${error.slice(0, 1000)}, next_at = null
      where company_id = ${sql.company} and id = ${row.id} and state = 'placing' returning 1 as one`);
    if (mine) writeHistory(tx, [{ docKind: DOC, docId: row.orderId, event: 'sourcingRefused' }]);
  });
}

/**
 * Tries again: the sending while nothing was sent, else the look for it. What 1688 does not list in time is `unclear`
 * until it appears, or a person decides.
 */
async function later(app: App, ctx: Ctx, row: Placing, error: string | null): Promise<void> {
  const attempts = row.attempts + 1;
  const over = attempts >= LOOKUPS_S.length;
  const seconds = over ? 3600 : (LOOKUPS_S[attempts] ?? 3600);
  const unclear = row.sentAt !== null && over;
  await app.database.inCompany(ctx, async (tx) => {
    const at = new Date(tx.now.getTime() + seconds * 1000);
    const mine = await tx.row<{
      before: string;
    }>(sql`update sourcing_order s set attempts = ${attempts}, error = coalesce(${error}, s.error),
        state = case when ${unclear} then 'unclear' else s.state end, next_at = ${attempts > LOOKUPS_S.length + LATE_LOOKUPS ? null : at}
      from (select id, state from sourcing_order where company_id = ${sql.company} and id = ${row.id} for update) b
      where s.company_id = ${sql.company} and s.id = b.id and b.state in ('placing', 'unclear') returning b.state as before`);
    if (!mine) return;
    if (unclear && mine.before === 'placing')
      writeHistory(tx, [{ docKind: DOC, docId: row.orderId, event: 'sourcingUnclear' }]);
    await askJob(tx, row.id, at);
  });
}
