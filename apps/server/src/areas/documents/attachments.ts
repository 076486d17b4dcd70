import type { Right } from '@tradewind/contract/access/modules.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import { mayPressAny } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { badField, forbidden, notFound, ruleBroken } from '../../core/errors.ts';
import type { UploadedFile } from '../../core/http/routes.ts';

export interface Attachable {
  docKind: string;
  /** Any of these rights shows the document. */
  see: readonly Right[];
  /** Any of these rights lets files be added and removed. */
  change: readonly Right[];
  /** What the files may be; anything the call takes unless told. */
  only?: readonly UploadedFile['kind'][];
  /** Does the document exist for this actor, in their shops and warehouses? */
  exists(tx: Tx, docId: number): Promise<boolean>;
}

const LIMIT_PER_DOCUMENT = 50;
const kinds = new Map<string, Attachable>();

/** An area above says here which of its documents take files. */
export function defineAttachable(attachable: Attachable): void {
  kinds.set(attachable.docKind, attachable);
}

const may = (tx: Pick<Tx, 'rights'>, attachable: Attachable, what: 'see' | 'change'): boolean =>
  mayPressAny(tx.rights, attachable[what]);

async function reach(tx: Tx, docKind: string, docId: number, what: 'see' | 'change'): Promise<Attachable> {
  const attachable = kinds.get(docKind);
  if (!attachable) throw notFound('documents.notFound');
  if (!may(tx, attachable, what)) throw forbidden();
  if (!(await attachable.exists(tx, docId))) throw notFound('documents.notFound');
  return attachable;
}

export async function listAttachments(tx: Tx, docKind: string, docId: number) {
  const attachable = await reach(tx, docKind, docId, 'see');
  const files = await tx.rows<{ id: number; name: string; bytes: number; at: Date; who: string }>(sql`
    select a.id, a.name, a.bytes, a.at, coalesce(u.name, '') as who from attachment a
    left join user_account u on u.company_id = a.company_id and u.id = a.user_id
    where a.company_id = ${sql.company} and a.doc_kind = ${docKind} and a.doc_id = ${docId} order by a.id limit ${LIMIT_PER_DOCUMENT}`);
  return { files, mayChange: may(tx, attachable, 'change') };
}

const MIME: Record<UploadedFile['kind'], string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  pdf: 'application/pdf',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  zip: 'application/zip',
  ofx: 'application/x-ofx',
  mt940: 'text/plain',
  camt: 'application/xml',
};

/** @throws ruleBroken documents.tooMany beyond fifty files a document */
export async function addAttachment(
  app: App,
  ctx: Ctx,
  docKind: string,
  docId: number,
  file: UploadedFile,
): Promise<{ id: number }> {
  const { only } = await app.database.look(ctx, (tx) => reach(tx, docKind, docId, 'change'));
  if (only && !only.includes(file.kind)) throw badField('file', 'documents.otherKind', { kinds: only.join(', ') });
  const fileKey = await app.files.put(ctx.companyId, file.name, file.data);
  return app.database.inCompany(ctx, (tx) => keepFile(tx, docKind, docId, { ...file, fileKey }));
}

/** Attaches a file that lies in the store; the caller has checked who does it. @throws ruleBroken documents.tooMany */
export async function keepFile(
  tx: Tx,
  docKind: string,
  docId: number,
  { name, kind, data, fileKey }: UploadedFile & { fileKey: string },
): Promise<{ id: number }> {
  const row = await tx.row<{ id: number }>(sql`
    insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, user_id)
    select ${sql.company}, ${docKind}, ${docId}, ${fileKey}, ${name}, ${MIME[kind]}, ${data.length}, ${tx.actor.userId}
    where (select count(*) from attachment where company_id = ${sql.company} and doc_kind = ${docKind} and doc_id = ${docId}) < ${LIMIT_PER_DOCUMENT}
    returning id`);
  if (!row) throw ruleBroken('documents.tooMany', { limit: LIMIT_PER_DOCUMENT });
  writeHistory(tx, [{ docKind, docId, event: 'fileAttached', detail: { name } }]);
  return row;
}

interface Kept {
  docKind: string;
  docId: number;
  fileKey: string;
  name: string;
  mime: string;
}

async function kept(tx: Tx, id: number, what: 'see' | 'change'): Promise<Kept> {
  const found = await tx.row<Kept>(sql`select doc_kind, doc_id, file_key, name, mime from attachment
    where company_id = ${sql.company} and id = ${id}`);
  if (!found) throw notFound('documents.notFound');
  await reach(tx, found.docKind, found.docId, what);
  return found;
}

export async function readAttachment(app: App, ctx: Ctx, id: number) {
  const { fileKey, name, mime } = await app.database.look(ctx, (tx) => kept(tx, id, 'see'));
  return { name, mime, data: await app.files.get(ctx.companyId, fileKey) };
}

/** The file itself stays in the store: backups and histories may still name it. */
export async function removeAttachment(tx: Tx, id: number): Promise<void> {
  const { docKind, docId, name } = await kept(tx, id, 'change');
  await tx.rows(sql`delete from attachment where company_id = ${sql.company} and id = ${id}`);
  writeHistory(tx, [{ docKind, docId, event: 'fileRemoved', detail: { name } }]);
}
