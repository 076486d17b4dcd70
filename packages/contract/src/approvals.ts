import { z } from 'zod';
import { rights } from './access/modules.ts';
import {
  bulkCall,
  defineCall,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  positiveDecimal,
  text,
} from './call.ts';

export const APPROVAL_STATES = ['unaudited', 'reviewing', 'audited', 'rejected', 'withdrawn'] as const;
export const APPROVAL_DECISIONS = ['approved', 'rejected'] as const;

const approvalRow = z.object({
  id: z.number(),
  modelId: z.number(),
  modelName: z.string(),
  /** The document, as the module knows it. */
  orderId: z.number(),
  docKind: z.string(),
  title: z.string(),
  /** Null without an amount, or without the right to see cost figures. */
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  state: z.enum(APPROVAL_STATES),
  level: z.number().int(),
  author: z.string(),
  submittedAt: z.string(),
  endedAt: z.string().nullable(),
  /** The people who must decide now. */
  waitingFor: z.string(),
  /** The reader may decide it now. */
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
  version: z.number().int(),
  /** The page that shows the document. */
  path: z.string().nullable(),
});
export type ApprovalRow = z.output<typeof approvalRow>;

export const getApproval = defineCall({
  method: 'GET',
  path: '/seller/approval/getApproval',
  access: 'user',
  summary: 'Lists the approval requests that await the user’s decision.',
  input: z.strictObject({ current: integer(1, 1_000_000).default(1), size: integer(1, 200).default(30) }),
  result: z.object({
    records: z.array(approvalRow),
    total: z.number().int(),
    current: z.number().int(),
    size: z.number().int(),
  }),
});

const decision = { aud: z.enum(APPROVAL_DECISIONS), remark: text(500).default('') };
export const ApprovalPurReq = defineCall({
  method: 'POST',
  path: '/seller/approval/ApprovalPurReq',
  access: 'user',
  summary: 'Approves or rejects a document. Repeating the call changes nothing.',
  input: z.strictObject({
    modelId: integer(1),
    orderId: id(),
    ...decision,
    /** The version on the screen: a decision about a document that has changed since is refused. */
    version: integer(1).optional(),
  }),
  result: z.object({ state: z.enum(APPROVAL_STATES), level: z.number().int() }),
});

export const decideApproval = defineCall({
  method: 'POST',
  path: '/seller/approvals/decideOne',
  access: 'user',
  summary:
    'Approves or rejects a request, in part if quantities of its lines are named. Repeating the call changes nothing.',
  input: z.strictObject({
    id: id(),
    ...decision,
    version: integer(1).optional(),
    /** Of lines that can be approved in part: never more than was requested. */
    quantities: z
      .array(z.strictObject({ lineId: id(), quantity: integer(0) }))
      .max(500)
      .optional(),
  }),
  result: ApprovalPurReq.result,
});

export const approvalFilter = z.strictObject({
  tab: z.enum(['todo', 'mine', 'done']).default('todo'),
  modelId: integer(1).optional(),
  state: z.enum(APPROVAL_STATES).optional(),
  /** Prefix of a document's title. */
  text: text(60).optional(),
});
export const listApprovals = defineCall({
  method: 'GET',
  path: '/seller/approvals/list',
  access: [rights.approval.view],
  summary: 'Lists approval requests: awaiting the user’s decision, submitted by the user, or decided by the user.',
  input: approvalFilter.extend(paging),
  result: pageOf(approvalRow),
});
export const getApprovalDetail = defineCall({
  method: 'GET',
  path: '/seller/approvals/detail',
  access: [rights.approval.view],
  summary: 'Returns an approval request with its steps and the details of its document.',
  input: z.strictObject({ id: id() }),
  result: approvalRow.extend({
    steps: z.array(
      z.object({
        id: z.number(),
        level: z.number().int(),
        role: z.enum(['reviewer', 'approver']),
        user: z.string(),
        userLoginId: z.string(),
        state: z.enum(['waiting', 'open', 'approved', 'rejected', 'skipped']),
        decider: z.string().nullable(),
        remark: z.string(),
        decidedAt: z.string().nullable(),
      }),
    ),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    lines: z.array(
      z.object({
        title: z.string(),
        detail: z.string(),
        quantity: z.string(),
        /** A line of which a part may be approved, and how much of it stands to be approved now. */
        part: z.object({ lineId: z.number(), quantity: z.number() }).optional(),
      }),
    ),
  }),
});
export const decideApprovals = bulkCall(
  '/seller/approvals/decide',
  [rights.approval.approve, rights.approval.reject],
  'Approves or rejects several requests. Each is decided separately and has its own result.',
  z.strictObject({
    ids: list(id(), 200).optional(),
    filter: approvalFilter.optional(),
    ...decision,
    ...idempotencyKey,
  }),
);
export const withdrawApproval = defineCall({
  method: 'POST',
  path: '/seller/approvals/withdraw',
  access: 'user',
  summary: 'Withdraws an approval request that the user submitted, as long as it is undecided.',
  input: z.strictObject({ id: id(), version: integer(1).optional() }),
  result: z.object({ state: z.enum(APPROVAL_STATES) }),
});

// ---- approvers by module

const auditSetting = z.object({
  id: z.number(),
  modelId: z.number(),
  modelName: z.string(),
  level: z.number().int(),
  Approval: z.number(),
  approvalName: z.string(),
  /**
   * False: the person has left, is disabled or cannot open the approval center. Main accounts decide for a disabled
   * person.
   */
  approvalFit: z.boolean(),
  ToExamine: z.number().nullable(),
  toExamineName: z.string().nullable(),
  /** Base currency: documents below it skip this level. */
  amountFrom: z.string(),
  version: z.number().int(),
});
export const getUserAuditSettings = defineCall({
  method: 'GET',
  path: '/seller/auditSettings/getUserAuditSettings',
  access: [rights.approvalWorkflow.view],
  summary: 'Lists the approval levels of each module with their approvers.',
  input: z.strictObject({ modelId: integer(1).optional(), ...paging }),
  result: pageOf(auditSetting),
});
export const getAuditSettings = defineCall({
  method: 'GET',
  path: '/seller/auditSettings/getAuditSettings',
  access: [rights.approvalWorkflow.view],
  summary: 'Returns the choices for approval levels: modules whose documents can be approved, and users.',
  input: z.strictObject({}),
  result: z.object({
    models: z.array(z.object({ modelId: z.number(), name: z.string(), levels: z.number().int() })),
    users: z.array(
      z.object({
        userId: z.number(),
        userLoginId: z.string(),
        name: z.string(),
        /** May open the approval center. */
        mayDecide: z.boolean(),
      }),
    ),
    baseCurrency: z.string(),
  }),
});
export const findOne = defineCall({
  method: 'GET',
  path: '/seller/auditSettings/findOne',
  access: [rights.approvalWorkflow.view],
  summary: 'Returns one approval level of a module.',
  input: z.strictObject({ id: id() }),
  result: auditSetting,
});
export const editUserAuditSettings = defineCall({
  method: 'POST',
  path: '/seller/auditSettings/editUserAuditSettings',
  access: [rights.approvalWorkflow.edit, rights.approvalWorkflow.add],
  summary: 'Sets the approver and reviewer of an approval level. Open requests keep their steps.',
  input: z.strictObject({
    modelId: integer(1),
    /** The approver's user id. */
    Approval: id(),
    /** The reviewer's; none: only the approver sees it. */
    ToExamine: id().nullable().optional(),
    level: integer(1, 9).default(1),
    amountFrom: positiveDecimal(2).default('0'),
    /** Set for an existing level. */
    id: id().optional(),
    version: integer(1).optional(),
  }),
  result: z.object({ id: z.number(), version: z.number().int() }),
});
export const delUserAuditSettings = defineCall({
  method: 'POST',
  path: '/seller/auditSettings/delUserAuditSettings',
  access: [rights.approvalWorkflow.delete],
  summary: 'Deletes approval levels. Documents submitted later skip them.',
  input: z.strictObject({ ids: list(id(), 200).refine((ids) => ids.length > 0) }),
  result: ok,
});
