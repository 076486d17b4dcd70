import { rights } from '@tradewind/contract/access/modules.ts';
import { expect } from 'vitest';
import { describeCalls, OK, type World } from '../../testing/calls.ts';
import type { Person } from '../../testing/harness.ts';
import { MODULE, registerTestDocument, submit } from './approvals.testing.ts';

const WHEN = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
/** Approves, and lists approvals. */
let chief: Person;
let buyer: Person;
let level: number;

async function prepare({ server, main }: World): Promise<void> {
  registerTestDocument();
  chief = await server.member(main.companyId, [rights.approval.view, rights.approval.approve, rights.approval.reject]);
  buyer = await server.member(main.companyId, [rights.approval.view]);
}

const asChief = () => chief;
const setting = () => ({
  id: level,
  modelId: MODULE,
  modelName: '测试单据',
  level: 1,
  Approval: chief.userId,
  approvalName: chief.userLoginId,
  approvalFit: true,
  ToExamine: null,
  toExamineName: null,
  amountFrom: '0.00',
  version: 1,
});
const request = (docId: number) => ({
  id: expect.any(Number),
  modelId: MODULE,
  modelName: '测试单据',
  orderId: docId,
  docKind: 'test_document',
  title: `T-${docId}`,
  amount: '100.00',
  currency: 'CNY',
  state: 'unaudited',
  level: 1,
  author: buyer.userLoginId,
  submittedAt: WHEN,
  endedAt: null,
  waitingFor: chief.userLoginId,
  mayDecide: true,
  mayWithdraw: false,
  version: 1,
  path: null,
});
const openRequest = async ({ owner, main }: World) =>
  Number((await owner('select max(id) as id from approval_request where company_id = $1', [main.companyId]))[0]?.id);

describeCalls(
  ['approvals'],
  {
    // ---- approval levels
    'POST /seller/auditSettings/editUserAuditSettings {modelId,Approval,ToExamine}': {
      access: [rights.approvalWorkflow.edit, rights.approvalWorkflow.add],
      input: () => ({ modelId: MODULE, Approval: chief.userId, ToExamine: null }),
      gives: { id: expect.any(Number), version: 1 },
      refuses: {
        modelId: { Approval: 1 },
        Approval: { modelId: MODULE },
        ToExamine: { modelId: 1, Approval: 1, ToExamine: 'x' },
      },
    },
    'GET /seller/auditSettings/getUserAuditSettings?modelId,page,pageSize': {
      access: [rights.approvalWorkflow.view],
      input: { modelId: MODULE },
      gives: async ({ owner, main }: World) => {
        level = Number((await owner('select id from approval_setting where company_id = $1', [main.companyId]))[0]?.id);
        return { rows: [setting()], total: 1, totalExact: true };
      },
      refuses: { page: { page: 0 } },
    },
    'GET /seller/auditSettings/getAuditSettings': {
      access: [rights.approvalWorkflow.view],
      gives: () => ({
        models: expect.arrayContaining([{ modelId: MODULE, name: '测试单据', levels: 1 }]),
        users: expect.arrayContaining([
          { userId: chief.userId, userLoginId: chief.userLoginId, name: chief.userLoginId, mayDecide: true },
        ]),
        baseCurrency: 'CNY',
      }),
    },
    'GET /seller/auditSettings/findOne?id': {
      access: [rights.approvalWorkflow.view],
      input: () => ({ id: level }),
      gives: setting,
      refuses: { id: {} },
    },

    // ---- pending approvals
    'GET /seller/approval/getApproval?current,size': {
      access: 'user',
      as: asChief,
      input: async ({ server }) => {
        await submit(server, buyer, 1);
        return { current: 1, size: 30 };
      },
      gives: () => ({ records: [request(1)], total: 1, current: 1, size: 30 }),
      refuses: { current: { current: 0 }, size: { size: 201 } },
    },
    'GET /seller/approvals/list?tab,modelId,state,text,page,pageSize': {
      access: [rights.approval.view],
      as: asChief,
      input: { tab: 'todo', modelId: MODULE, state: 'unaudited', text: 'T-' },
      gives: () => ({ rows: [request(1)], total: 1, totalExact: true }),
      refuses: { tab: { tab: 'all' }, state: { state: 'lost' } },
    },
    'GET /seller/approvals/detail?id': {
      access: [rights.approval.view],
      as: asChief,
      input: async (world) => ({ id: await openRequest(world) }),
      gives: () => ({
        ...request(1),
        steps: [
          {
            id: expect.any(Number),
            level: 1,
            role: 'approver',
            user: chief.userLoginId,
            userLoginId: chief.userLoginId,
            state: 'open',
            decider: null,
            remark: '',
            decidedAt: null,
          },
        ],
        facts: [{ label: '单号', value: 'T-1' }],
        lines: [],
      }),
      refuses: { id: {} },
    },
    'POST /seller/approval/ApprovalPurReq?modelId,orderId,aud': {
      access: 'user',
      as: asChief,
      input: { modelId: MODULE, orderId: 1, aud: 'approved' },
      gives: { state: 'audited', level: 1 },
      refuses: { aud: { modelId: 1, orderId: 1, aud: 'perhaps' }, orderId: { modelId: 1, aud: 'approved' } },
    },
    'POST /seller/approvals/decide {ids,filter,aud,remark,idempotencyKey}': {
      access: [rights.approval.approve, rights.approval.reject],
      as: asChief,
      input: async (world) => {
        await submit(world.server, buyer, 2);
        return { ids: [await openRequest(world)], aud: 'rejected', remark: 'no' };
      },
      gives: { done: 1, failed: [] },
      refuses: { aud: { ids: [1] } },
    },
    'POST /seller/approvals/decideOne {id,aud,remark,version,quantities}': {
      access: 'user',
      as: asChief,
      input: async (world) => {
        await submit(world.server, buyer, 4);
        return { id: await openRequest(world), aud: 'approved' };
      },
      gives: { state: 'audited', level: 1 },
      refuses: { aud: { id: 1, aud: 'perhaps' }, quantities: { id: 1, aud: 'approved', quantities: 'all' } },
    },
    'POST /seller/approvals/withdraw {id,version}': {
      access: 'user',
      as: () => buyer,
      input: async (world) => {
        await submit(world.server, buyer, 3);
        return { id: await openRequest(world) };
      },
      gives: { state: 'withdrawn' },
      refuses: { id: {} },
    },
    'POST /seller/auditSettings/delUserAuditSettings {ids}': {
      access: [rights.approvalWorkflow.delete],
      input: () => ({ ids: [level] }),
      gives: OK,
      refuses: { ids: { ids: [] } },
    },
  },
  { prepare },
);
