import * as calls from '@tradewind/contract/documents.ts';
import type { App } from '../../core/app.ts';
import type { Area } from '../../core/area.ts';
import { badField } from '../../core/errors.ts';
import { handle, handleApp, type Route } from '../../core/http/routes.ts';
import { defineTexts } from '../../core/text/texts.ts';
import { addAttachment, listAttachments, readAttachment, removeAttachment } from './attachments.ts';
import { linkRoutes } from './links.routes.ts';

defineTexts({
  'documents.notFound': ['单据或附件不存在', 'This document or file does not exist'],
  'documents.otherKind': ['这里只能上传 {kinds}', 'Only {kinds} files can be uploaded here'],
  'documents.tooMany': ['每张单据最多 {limit} 个附件', 'A document can have up to {limit} attachments'],
});

function routes(app: App): Route[] {
  return [
    handle(
      calls.listAttachments,
      async (tx, input) => (await listAttachments(tx, input.docKind, input.docId)) as never,
    ),
    handleApp(calls.addAttachment, (ctx, input) => {
      if (!ctx.file) throw badField('file', 'core.fileMissing');
      return addAttachment(app, ctx, input.docKind, input.docId, ctx.file);
    }),
    handleApp(calls.getAttachment, (ctx, input) => readAttachment(app, ctx, input.id)),
    handle(calls.removeAttachment, (tx, input) => removeAttachment(tx, input.id)),
  ];
}

export const documentsArea: Area = { name: 'documents', routes: (app) => [...routes(app), ...linkRoutes(app)] };
