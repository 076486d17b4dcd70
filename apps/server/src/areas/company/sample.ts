import type { ResultOf } from '@tradewind/contract/call.ts';
import type { getSample } from '@tradewind/contract/company.ts';
import type { App } from '../../core/app.ts';
import { defineAction, writeAudit } from '../../core/audit.ts';
import { type Actor, type Ctx, type Language, systemContext, type Visitor } from '../../core/context.ts';
import { newToken } from '../../core/crypto.ts';
import type { Tx } from '../../core/database/database.ts';
import { removeCompany } from '../../core/database/remove-company.ts';
import { sql } from '../../core/database/sql.ts';
import { forbidden, sessionOver } from '../../core/errors.ts';
import { defineHook } from '../../core/hooks.ts';
import type { RequestCtx } from '../../core/http/routes.ts';
import { addJob, defineJob } from '../../core/jobs/jobs.ts';
import { defineSchedule } from '../../core/jobs/schedule.ts';
import { say } from '../../core/text/texts.ts';
import { assertMayTry, countTry, endVisits, hashPassword, keepVisiting } from '../identity/public.ts';
import { createCompany, SAMPLE_DAYS } from './companies.ts';

const made = defineAction('company.sampleMade', ['创建示例公司', 'Sample company made']);
const removed = defineAction('company.sampleRemoved', ['删除示例公司', 'Sample company removed']);

/** Runs in the transaction that makes a sample company: hires its people, all under this password, and begins to fill it. */
export const sampleMaking = defineHook<{ passwordHash: string; language: Language }>();
/** Whoever fills the company says how far that is; `percent` stays undefined when nothing is left to do. */
export const sampleLoading = defineHook<{ companyId: number; percent?: number; failed?: boolean }, App>();

/** The user in their own company, wherever their session looks around. */
const home = (ctx: Ctx): Visitor => ctx.visitor ?? { companyId: ctx.companyId, actor: ctx.actor };
const atHome = ({ visitor, viewer, ...ctx }: RequestCtx, companyId: number, actor: Actor): Ctx => ({
  ...ctx,
  companyId,
  actor,
});
const makings = (companyId: number) => ({ key: `sample:${companyId}`, tries: 10, minutes: 24 * 60 });

/** Row-level security shows a company its own row alone. */
async function sampleOf(app: App, companyId: number): Promise<number | undefined> {
  const [found] = await app.database.asOwner<{ id: number }>(
    sql`select id from company where sample_of = ${companyId}`,
  );
  return found?.id;
}

export async function sampleState(app: App, ctx: Ctx): Promise<ResultOf<typeof getSample>> {
  const { companyId, actor } = home(ctx);
  const id = await sampleOf(app, companyId);
  const rest = { visiting: ctx.visitor !== undefined, mayManage: actor.mainAccount };
  if (id === undefined) return { state: 'none', percent: null, ...rest };
  const loading: { companyId: number; percent?: number; failed?: boolean } = { companyId: id };
  await sampleLoading.call(app, loading);
  const state = loading.failed ? 'failed' : loading.percent === undefined ? 'ready' : 'loading';
  return { state, percent: loading.percent ?? null, ...rest };
}

/** Enters the sample company, and makes it if there is none. A second press finds what the first one made. */
export async function visitSample(app: App, ctx: RequestCtx): Promise<void> {
  if (!ctx.tokenHash) throw sessionOver();
  const { companyId } = home(ctx);
  const id = (await sampleOf(app, companyId)) ?? (await makeSample(app, ctx));
  await app.database.inCompany(systemContext(id, 'company'), (tx) =>
    tx.rows(sql`update company set sample_until = ${tx.now}::timestamptz + make_interval(days => ${SAMPLE_DAYS})
      where id = ${sql.company} and sample_of is not null`),
  );
  await keepVisiting(app, ctx.tokenHash, id);
}

/** @throws forbidden company.sampleMainOnly */
async function makeSample(app: App, ctx: RequestCtx): Promise<number> {
  const { companyId, actor } = home(ctx);
  if (!actor.mainAccount) throw forbidden('company.sampleMainOnly');
  const limit = makings(companyId);
  await assertMayTry(app.database, [limit]);
  const { language } = ctx;
  // Nobody signs in with it, and nobody knows it.
  const passwordHash = await hashPassword(newToken());
  const company = { name: say(language, 'company.sampleName'), validated: true, sampleOf: companyId };
  try {
    const id = await createCompany(app, company, (tx) => sampleMaking.call(tx, { passwordHash, language }));
    await countTry(app.database, [limit]);
    await app.database.inCompany(atHome(ctx, companyId, actor), (tx) => note(tx, made, ctx));
    return id;
  } catch (error) {
    // Of two presses at once the second waits at the unique index until the first is done.
    const there = await sampleOf(app, companyId);
    if (there === undefined) throw error;
    return there;
  }
}

/** Leaving twice is not an error: two tabs may do so. */
export async function leaveSample(app: App, ctx: RequestCtx): Promise<void> {
  if (ctx.tokenHash) await keepVisiting(app, ctx.tokenHash, null);
}

/** Its visitors are at home at once; its rows go by a job. @throws forbidden company.sampleMainOnly */
export async function removeSample(app: App, ctx: RequestCtx): Promise<void> {
  const { companyId, actor } = home(ctx);
  if (!actor.mainAccount) throw forbidden('company.sampleMainOnly');
  const id = await sampleOf(app, companyId);
  if (id === undefined) return;
  await app.database.inCompany(systemContext(id, 'company'), endSample);
  await app.database.inCompany(atHome(ctx, companyId, actor), (tx) => note(tx, removed, ctx));
}

function note(tx: Tx, action: typeof made, { address }: RequestCtx): void {
  writeAudit(tx, [{ action, targetKind: 'company', targetId: tx.companyId, targetName: '', address }]);
}

const removeJob = defineJob<object>(
  'company.removeSample',
  ['删除示例公司', 'Remove sample company'],
  async (app, ctx) => {
    const over = await app.database.look(ctx, (tx) =>
      tx.row(
        sql`select 1 as over from company where id = ${sql.company} and sample_until is not null and sample_of is null`,
      ),
    );
    if (over) await removeCompany(app, ctx.companyId, { asJob: true });
  },
);

/** In the sample company's own transaction: from now on it is nobody's, and a new one may be made. */
async function endSample(tx: Tx): Promise<void> {
  await tx.rows(sql`update company set sample_of = null, sample_until = ${tx.now}
    where id = ${sql.company} and sample_until is not null`);
  await endVisits(tx);
  await addJob(tx, removeJob, {}, { key: 'company.removeSample' });
}

/** A session that looks around may be older than its last visit: while it lives, the company stays. */
defineSchedule({
  name: 'company.samples',
  cron: '40 3 * * *',
  title: ['清理久未访问的示例公司', 'Remove sample companies that nobody visits'],
  due: sql`select id as company_id from company c where sample_until <= now()
    and not exists (select from session s where s.visiting_company_id = c.id and s.expires_at > now())`,
  each: (app, ctx) => app.database.inCompany(ctx, endSample),
});
