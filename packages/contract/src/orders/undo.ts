import { z } from 'zod';
import { anyOrder } from '../access/modules.ts';
import { bulkCall, defineCall, id, idempotencyKey } from '../call.ts';

/** Acts that can be undone for a day, and the button by which each is done and undone. */
export const UNDO_ACTS = {
  review: 'review',
  sendBack: 'review',
  hold: 'hold',
  unallocate: 'allocate',
  resume: 'hold',
  cancel: 'cancel',
  remark: 'remark',
  tags: 'remark',
  priority: 'edit',
  route: 'edit',
  lines: 'edit',
  split: 'split',
  merge: 'merge',
} as const;
export type UndoAct = keyof typeof UNDO_ACTS;
export const UNDO_HOURS = 24;

const access = [...new Set(Object.values(UNDO_ACTS))].flatMap(anyOrder);

export const previewUndo = defineCall({
  method: 'GET',
  path: '/seller/order/undo',
  access,
  summary: 'Previews an undo: whether each order would be restored, and if not, why.',
  input: z.strictObject({ undoId: id() }),
  result: z.object({
    act: z.enum(Object.keys(UNDO_ACTS) as [UndoAct, ...UndoAct[]]),
    at: z.string(),
    orders: z.array(
      z.object({
        id: z.number(),
        label: z.string(),
        comesBack: z.boolean(),
        /** Why it does not come back, or what does not come back with it. */
        reason: z.string(),
      }),
    ),
  }),
});
export const orderUndos = defineCall({
  method: 'GET',
  path: '/seller/order/undos',
  access,
  summary: 'Lists the actions on an order of the last 24 hours that are not undone, and why one cannot be.',
  input: z.strictObject({ id: id() }),
  result: z.array(
    z.object({
      undoId: z.number(),
      act: z.enum(Object.keys(UNDO_ACTS) as [UndoAct, ...UndoAct[]]),
      /** That of its lines in the order's history. */
      at: z.string(),
      /** Empty: it can be undone. */
      why: z.string(),
    }),
  ),
});
export const undoOrders = bulkCall(
  '/seller/order/undo',
  access,
  'Undoes an action of the last 24 hours for orders that can still be restored. Repeating the call changes nothing.',
  z.strictObject({ undoId: id(), ...idempotencyKey }),
);
