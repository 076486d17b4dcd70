import type { OpenMerge } from '@tradewind/contract/catalog/merge.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { Fail } from '../../../core/errors.ts';
import { codedFailure, readFailure } from '../../../core/jobs/failure.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { say } from '../../../core/text/texts.ts';
import { sendMessage } from '../../messages/public.ts';
import { carryOut } from './merge.ts';

interface Run {
  mergeId: number;
  asker: Pick<Ctx, 'actor' | 'language'>;
}

/** Everything moves in one transaction, so a try that a crash ended has moved nothing and the next one begins anew. */
const mergeJob = defineJob<Run>(
  'catalog.merge',
  ['合并商品', 'Merge products'],
  async (app, jobCtx, { mergeId, asker }, run) => {
    const ctx: Ctx = { ...jobCtx, ...asker };
    try {
      await app.database.inCompany(ctx, async (tx) => {
        const done = await carryOut(tx, mergeId);
        if (done) await report(tx, ctx, 'catalog.mergeDone', done, 'catalog.mergeDoneText');
      });
    } catch (error) {
      const refused = error instanceof Fail;
      if (refused || run.attempt >= run.maxAttempts)
        await app.database.inCompany(ctx, (tx) =>
          giveUp(tx, ctx, mergeId, refused ? codedFailure(error.code, error.params) : codedFailure(BROKEN)),
        );
      if (!refused) throw error;
    }
  },
);
const BROKEN = 'catalog.mergeBroken';

/** One merge of a company after another: each holds its products and mappings until it ends. */
export async function queueMerge(tx: Tx, ctx: Ctx, mergeId: number): Promise<void> {
  const asker = { actor: ctx.actor, language: ctx.language };
  await addJob(tx, mergeJob, { mergeId, asker }, { queue: 'catalog.merge', maxAttempts: 5 });
}

const report = (tx: Tx, ctx: Ctx, thesis: string, names: Record<string, string>, content: string): Promise<void> =>
  sendMessage(tx, {
    to: [ctx.actor.userId],
    thesis: say(ctx.language, thesis, names),
    content: say(ctx.language, content, names),
  });

async function giveUp(tx: Tx, ctx: Ctx, mergeId: number, failure: string): Promise<void> {
  const merge = await tx.row<{ number: string; from: string; into: string; fromId: number; intoId: number }>(
    sql`update product_merge m set state = 'failed', failure = ${failure} from product i
      where m.company_id = ${sql.company} and m.id = ${mergeId} and m.state = 'running'
        and i.company_id = ${sql.company} and i.id = m.product_id
      returning m.number, m.merged_sku as "from", i.sku as "into", m.merged_id as from_id, i.id as into_id`,
  );
  if (!merge) return;
  const { number, from, into, fromId, intoId } = merge;
  const entry = (docId: number, sku: string) => ({
    ...{ docKind: 'product', docId, event: 'mergeFailed' },
    detail: { name: `${sku} · ${number}` },
  });
  writeHistory(tx, [entry(fromId, into), entry(intoId, from)]);
  const { code, params } = readFailure(failure);
  await sendMessage(tx, {
    to: [ctx.actor.userId],
    thesis: say(ctx.language, 'catalog.mergeFailed', { number, from, into }),
    content: say(ctx.language, code ?? BROKEN, params),
  });
}

type Row = Pick<OpenMerge, 'number' | 'state' | 'actor'> & {
  at: Date;
  failure: string | null;
  fromId: number;
  fromSku: string;
  intoId: number;
  intoSku: string;
};

/** The newest merge of this product with another one, unless it is done. */
export async function openMergeOf(tx: Tx, ctx: Ctx, productId: number): Promise<OpenMerge | null> {
  const row = await tx.row<Row>(
    sql`select m.number, m.state, m.actor, m.at, m.failure, m.merged_id as from_id, m.merged_sku as from_sku, i.id as into_id, i.sku as into_sku
      from (select * from product_merge where company_id = ${sql.company} and product_id = ${productId}
        union all select * from product_merge where company_id = ${sql.company} and merged_id = ${productId}
        order by id desc limit 1) m
      join product i on i.company_id = ${sql.company} and i.id = m.product_id
      where m.state <> 'done'`,
  );
  if (!row) return null;
  const { fromId, fromSku, intoId, intoSku, failure, at, ...rest } = row;
  const kept = failure === null ? undefined : readFailure(failure);
  return {
    ...rest,
    at: at.toISOString(),
    from: { id: fromId, sku: fromSku },
    into: { id: intoId, sku: intoSku },
    reason: kept ? say(ctx.language, kept.code ?? BROKEN, kept.params) : null,
  };
}
