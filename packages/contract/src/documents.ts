import { z } from 'zod';
import { defineCall, id, ok, UPLOAD_LIMIT_BYTES } from './call.ts';

/** Documents that files can be attached to. */
export const ATTACHABLE = [
  'sales_order',
  'sales_return',
  'fba_case',
  'transit_leg',
  'outbound',
  'inbound',
  'product',
  'manifest',
  'supplier',
  'requisition',
  'purchase_order',
  'supplier_return',
  'compliance_paper',
  'expense',
  'income',
] as const;
const of = { docKind: z.enum(ATTACHABLE), docId: id() };

export const listAttachments = defineCall({
  method: 'GET',
  path: '/seller/document/listAttachments',
  access: 'user',
  summary: 'Lists the files attached to a document that the user can see.',
  input: z.strictObject(of),
  result: z.object({
    files: z.array(z.object({ id: z.number(), name: z.string(), bytes: z.number(), at: z.string(), who: z.string() })),
    mayChange: z.boolean(),
  }),
});
export const addAttachment = defineCall({
  method: 'POST',
  path: '/seller/document/addAttachment',
  access: 'user',
  summary: 'Attaches a file to a document. The file type is detected from its content, not from its name.',
  input: z.strictObject(of),
  result: z.object({ id: z.number() }),
  upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: ['jpg', 'png', 'gif', 'pdf', 'xls', 'xlsx'] },
});
export const getAttachment = defineCall({
  method: 'GET',
  path: '/seller/document/getAttachment',
  access: 'user',
  summary: 'Downloads an attached file.',
  input: z.strictObject({ id: id() }),
  result: z.unknown(),
  download: true,
});
export const removeAttachment = defineCall({
  method: 'POST',
  path: '/seller/document/removeAttachment',
  access: 'user',
  summary: 'Removes a file from its document. The history keeps its name.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
