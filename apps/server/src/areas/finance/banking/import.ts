import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  BANK_STATEMENT_LINES_MOST,
  type importBankStatement,
  type previewBankStatement,
  type StatementMapping,
  type uploadBankStatement,
} from '@tradewind/contract/finance/banking.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, notFound } from '../../../core/errors.ts';
import type { RequestCtx } from '../../../core/http/routes.ts';
import { keep } from '../../../core/imports.ts';
import { readSheet } from '../../../core/sheets.ts';
import { say } from '../../../core/text/texts.ts';
import { accountOf } from './accounts.ts';
import { type AccountStatement, gapOf, readFor, statementSource, totalOf } from './formats/read.ts';
import { headOf, proposed } from './formats/table.ts';
import { countFresh, takeStatement } from './ingest.ts';
import { runRules } from './rules.ts';

const KIND = 'import:bankStatement';
const SAMPLE = 5;
const SHOWN = 100;
const imported = defineAction('finance.statementImported', ['导入银行对账单', 'Bank statement imported']);

const layoutOf = async (tx: Tx, accountId: number): Promise<StatementMapping | null> =>
  (
    await tx.row<{ mapping: StatementMapping }>(
      sql`select mapping from statement_layout where company_id = ${sql.company} and account_id = ${accountId}`,
    )
  )?.mapping ?? null;

/** Keeps the file; for a table proposes what its columns say. */
export async function uploadStatement(
  app: App,
  ctx: RequestCtx,
  { accountId }: ParsedOf<typeof uploadBankStatement>,
): Promise<ResultOf<typeof uploadBankStatement>> {
  const { file } = ctx;
  if (!file) throw badField('file', 'core.fileMissing');
  const [account, layout] = await app.database.look(ctx, (tx) =>
    Promise.all([accountOf(tx, accountId), layoutOf(tx, accountId)]),
  );
  const source = statementSource(file.data);
  const table = source === 'csv' ? await readSheet(file.data, BANK_STATEMENT_LINES_MOST) : undefined;
  if (table && table.length < 2) throw badField('file', 'import.empty');
  // A file that cannot be read is refused before it is kept.
  if (!table) await readFor(file.data, account, null);
  const fileKey = await app.files.put(ctx.companyId, file.name, file.data);
  const importId = await app.database.inCompany(ctx, (tx) => keep(tx, { kind: KIND, of: 0, fileKey, file }));
  if (!table) return { importId, source, titles: [], sample: [], mapping: null, remembered: false };
  const head = headOf(table);
  const titles = [...new Set((table[head] ?? []).filter((title) => title !== ''))];
  const sample = table
    .slice(head + 1, head + 1 + SAMPLE)
    .map((row) => titles.map((title) => row[(table[head] ?? []).indexOf(title)] ?? ''));
  return { importId, source, titles, sample, ...proposed(table, layout) };
}

interface Kept {
  accountId: number;
  importId: number;
  mapping: StatementMapping | null;
}
async function readKept(
  app: App,
  ctx: Ctx,
  { accountId, importId, mapping }: Kept,
): Promise<AccountStatement & { name: string }> {
  const { account, kept } = await app.database.look(ctx, async (tx) => ({
    account: await accountOf(tx, accountId),
    kept: await tx.row<{ fileKey: string; name: string }>(sql`select file_key, name from attachment
      where company_id = ${sql.company} and id = ${importId} and doc_kind = ${KIND} and user_id = ${ctx.actor.userId}`),
  }));
  if (!kept) throw notFound('import.notFound');
  const read = await readFor(await app.files.get(ctx.companyId, kept.fileKey), account, mapping);
  return { ...read, name: kept.name };
}

const twoPlaces = (amount: string | null) => (amount === null ? null : Number(amount).toFixed(2));

export async function previewStatement(
  app: App,
  ctx: Ctx,
  input: ParsedOf<typeof previewBankStatement>,
): Promise<ResultOf<typeof previewBankStatement>> {
  const { statement, source, others, problems } = await readKept(app, ctx, input);
  const { fromDay, toDay, opening, closing, lines } = statement;
  const fresh = await app.database.look(ctx, (tx) => countFresh(tx, input.accountId, source, lines));
  return {
    ...{ fromDay, toDay, opening: twoPlaces(opening), closing: twoPlaces(closing) },
    ...{ total: twoPlaces(totalOf(lines)) ?? '0.00', gap: gapOf(statement) },
    ...{ lines: lines.length, fresh, others, problemCount: problems.length },
    problems: problems
      .slice(0, SHOWN)
      .map(({ line, code, params }) => ({ line, message: say(ctx.language, code, params) })),
  };
}

export async function importStatement(
  app: App,
  ctx: Ctx,
  input: ParsedOf<typeof importBankStatement>,
): Promise<ResultOf<typeof importBankStatement>> {
  const { statement, source, problems, name } = await readKept(app, ctx, input);
  if (problems.length > 0 && !input.skipBad)
    throw badField('skipBad', 'finance.bank.badLines', { count: problems.length });
  if (statement.lines.length === 0) throw badField('file', 'import.empty');
  return app.database.inCompany(ctx, async (tx) => {
    const account = await accountOf(tx, input.accountId);
    const { statementId, lineIds, known } = await takeStatement(tx, account, source, statement, name);
    if (input.mapping && source === 'csv')
      await tx.rows(sql`insert into statement_layout (company_id, account_id, mapping)
        values (${sql.company}, ${account.id}, ${sql.json(input.mapping)})
        on conflict (company_id, account_id) do update set mapping = excluded.mapping`);
    const booked = await runRules(tx, lineIds);
    const detail = { file: name, added: lineIds.length, known, booked };
    writeAudit(tx, [
      { action: imported, targetKind: 'money_account', targetId: account.id, targetName: account.name, detail },
    ]);
    return { id: statementId, added: lineIds.length, known, booked };
  });
}
