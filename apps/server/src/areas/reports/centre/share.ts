import { rights } from '@tradewind/contract/access/modules.ts';
import type { Access, ResultOf } from '@tradewind/contract/call.ts';
import type { ExportFormat, ExportState } from '@tradewind/contract/catalog.ts';
import type { openReportFile } from '@tradewind/contract/reports/requests.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { mayPress, maySee, permits } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { conflict, forbidden, notFound } from '../../../core/errors.ts';
import { fileAnswer, rightsOf } from '../../../core/exports.ts';
import type { FileStream, RequestCtx } from '../../../core/http/routes.ts';
import { companyOf } from '../../company/public.ts';
import { countOpened, defineLinkable, type Link, withLink } from '../../documents/public.ts';

const KIND = 'export_file';
const PAGE = 'reportFile';
const used = defineAction('reports.linkUsed', ['通过分享链接查看或下载文件', 'File opened or downloaded by a link']);

interface Shared {
  name: string;
  state: ExportState;
  format: ExportFormat;
  fileKey: string | null;
  rows: number | null;
  bytes: number | null;
  columns: string[] | null;
  access: Access;
  madeBy: string;
  madeAt: Date;
}

const fileOf = (tx: Tx, id: number): Promise<Shared | undefined> =>
  tx.row<Shared>(sql`select f.name, f.state, f.format, f.file_key, f.rows_total as rows, f.bytes, f.columns, f.access,
      coalesce(u.name, '') as made_by, coalesce(f.finished_at, f.at) as made_at
    from export_file f left join user_account u on u.company_id = f.company_id and u.id = f.user_id
    where f.company_id = ${sql.company} and f.id = ${id}`);

defineLinkable({
  docKind: KIND,
  share: [rights.reportCentre.download],
  pages: [PAGE],
  buyerPages: [],
  // Everybody shares only what they had made themselves.
  nameOf: async (tx, id) =>
    (
      await tx.row<{ name: string }>(sql`select name from export_file
        where company_id = ${sql.company} and id = ${id} and user_id = ${tx.actor.userId}`)
    )?.name,
  responsible: async () => [],
  assertShareable: async (tx, id) => {
    if (!maySee(tx.rights, 'export')) throw forbidden('reports.mayNotShare');
    const file = await fileOf(tx, id);
    if (!file || !['queued', 'running', 'done'].includes(file.state)) throw conflict('reports.notShareable');
    if (!permits(file.access, tx.rights)) throw forbidden('export.rightLost');
  },
});

/**
 * The file of a link, as long as who shared it may still take it out of the program.
 * @throws notFound
 */
async function sharedBy(tx: Tx, { docId, createdBy }: Link): Promise<Shared> {
  const file = await fileOf(tx, docId);
  const their = await rightsOf(tx, createdBy);
  const may = file && their && maySee(their, 'export') && permits(file.access, their);
  if (!may || !mayPress(their, rights.reportCentre.download)) throw notFound('link.notFound');
  return file;
}

function noteUse(tx: Tx, ctx: RequestCtx, link: Link, name: string, act: 'opened' | 'downloaded'): void {
  const detail = { act, recipient: link.recipient, link: link.id };
  writeAudit(tx, [
    { action: used, targetKind: KIND, targetId: link.docId, targetName: name, detail, address: ctx.address },
  ]);
}

export const openFile = (app: App, ctx: RequestCtx, key: string): Promise<ResultOf<typeof openReportFile>> =>
  withLink(app, ctx, key, PAGE, async (tx, link) => {
    const { name, state, rows, bytes, columns, madeBy, madeAt } = await sharedBy(tx, link);
    noteUse(tx, ctx, link, name, 'opened');
    countOpened(tx, link);
    const { name: company } = await companyOf(tx);
    const waits = state === 'queued' || state === 'running';
    return {
      ...{ company, recipient: link.recipient, expiresAt: link.expiresAt.toISOString(), name, bytes, madeBy },
      state: waits ? ('waiting' as const) : state === 'done' ? ('ready' as const) : ('gone' as const),
      ...{ rows: waits ? null : rows, columns: columns ?? [], madeAt: madeAt.toISOString() },
    };
  });

/** The file leaves the store outside of the link's transaction. */
export async function fileByLink(app: App, ctx: RequestCtx, key: string): Promise<FileStream> {
  const { companyId, file } = await withLink(app, ctx, key, PAGE, async (tx, link) => {
    const shared = await sharedBy(tx, link);
    if (shared.state === 'done') noteUse(tx, ctx, link, shared.name, 'downloaded');
    return { companyId: tx.companyId, file: shared };
  });
  return fileAnswer(app, companyId, file);
}
