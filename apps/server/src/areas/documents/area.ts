import * as calls from '@tradewind/contract/documents.ts';
import type { App } from '../../core/app.ts';
import type { Area } from '../../core/area.ts';
import { badField } from '../../core/errors.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { defineTexts } from '../../core/text/texts.ts';
import { addAttachment, listAttachments, readAttachment, removeAttachment } from './attachments.ts';
import { linkRoutes } from './links.routes.ts';

defineTexts({
  'documents.notFound': ['没有找到该单据或附件', 'There is no such document or file'],
  'documents.otherKind': ['这里只能上传 {kinds}', 'Only {kinds} can be added here'],
  'documents.tooMany': ['每张单据最多 {limit} 个附件', 'A document takes at most {limit} files'],
});

function routes(app: App): Route[] {
  const { database } = app;
  return [
    handle(
      calls.listAttachments,
      (ctx, input) => database.look(ctx, (tx) => listAttachments(tx, input.docKind, input.docId)) as never,
    ),
    handle(calls.addAttachment, (ctx, input) => {
      if (!ctx.file) throw badField('file', 'core.fileMissing');
      return addAttachment(app, ctx, input.docKind, input.docId, ctx.file);
    }),
    handle(calls.getAttachment, (ctx, input) => readAttachment(app, ctx, input.id)),
    handle(calls.removeAttachment, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => removeAttachment(tx, input.id));
      return OK;
    }),
  ];
}

export const documentsArea: Area = { name: 'documents', routes: (app) => [...routes(app), ...linkRoutes(app)] };
