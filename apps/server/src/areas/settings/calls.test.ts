import { rights } from '@tradewind/contract/access/modules.ts';
import { afterAll, expect } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../sandbox/src/main.ts';
import { describeCalls, OK, type World } from '../../testing/calls.ts';

const DAY = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
const WHEN = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const NEW_ID = { id: expect.any(Number) };

const sandbox: Sandbox = await startSandbox({ port: 0, seed: 7, ordersPerShop: 0 });
afterAll(() => sandbox.close());

const usd = { currency: 'USD', toBase: '7.12', onDay: DAY, source: 'initial' };
const unit = {
  id: expect.any(Number),
  zootId: 'product.unit',
  rid: null,
  value: 'pcs',
  labelZh: '个',
  labelEn: 'pcs',
  label: '个',
  place: expect.any(Number),
  enabled: true,
  builtIn: true,
};
const idOf = async ({ owner, main }: World, from: string) =>
  Number((await owner(`select max(id) as id from ${from} and company_id = $1`, [main.companyId]))[0]?.id);

describeCalls(
  ['settings'],
  {
    // ---- dropdown options
    'GET /seller/dropList/getSelectZoot?zootId': {
      access: 'user',
      input: { zootId: 'product.unit' },
      gives: { list: expect.arrayContaining([unit]) },
      refuses: { zootId: {} },
    },
    'GET /seller/dropList/getDropLists?sonId,rid': {
      access: 'user',
      input: { sonId: 'product.unit' },
      gives: {
        lists: expect.arrayContaining([{ zootId: 'product.unit', title: expect.any(String), options: 8 }]),
        list: expect.arrayContaining([unit]),
      },
      refuses: { rid: { sonId: 'product.unit', rid: 'x' } },
    },
    'POST /seller/dropList/saveOnedropList {option}': {
      access: [rights.dropdown.add, rights.dropdown.edit],
      input: { option: { zootId: 'product.unit', labelZh: '箱', labelEn: 'carton' } },
      gives: NEW_ID,
      refuses: { option: {}, 'option.labelZh': { option: { zootId: 'product.unit', labelZh: ' ' } } },
    },
    'POST /seller/dropList/saveDropListData {list}': {
      access: [rights.dropdown.add, rights.dropdown.edit],
      input: { list: [{ zootId: 'product.unit', labelZh: '桶', labelEn: 'barrel' }] },
      gives: { ids: [expect.any(Number)] },
      refuses: { list: { list: [] }, 'list.0.zootId': { list: [{ labelZh: '桶' }] } },
    },
    'POST /seller/dropList/delDropListData {ids}': {
      access: [rights.dropdown.delete],
      input: async (world) => ({ ids: [await idOf(world, `drop_option where value = 'barrel'`)] }),
      gives: { deleted: [expect.any(Number)], disabled: [] },
      refuses: { ids: { ids: [] } },
    },

    // ---- exchange rates
    'GET /seller/exchangeRate/getExchangeRateList?currencys': {
      access: 'user',
      input: { currencys: 'USD' },
      gives: { baseCurrency: 'CNY', list: [usd] },
      refuses: { 'currencys.0': { currencys: 'dollars' } },
    },
    'GET /seller/settings/listExchangeRates?text,page,pageSize': {
      access: [rights.exchangeRate.view],
      input: { text: 'USD', page: 1, pageSize: 30 },
      gives: {
        rows: [{ ...usd, previous: null, changePercent: null, rates: 1, planned: null }],
        total: 1,
        totalExact: true,
        baseCurrency: 'CNY',
        today: DAY,
      },
      refuses: { pageSize: { pageSize: 0 } },
    },
    'GET /seller/settings/listRateHistory?currency,page,pageSize': {
      access: [rights.exchangeRate.view],
      input: { currency: 'USD' },
      gives: { rows: [usd], total: 1, totalExact: true },
      refuses: { currency: {} },
    },
    'POST /seller/settings/saveExchangeRate {currency,onDay,toBase,sure}': {
      access: [rights.exchangeRate.edit],
      input: { currency: 'USD', onDay: '2026-03-01', toBase: '7.2' },
      gives: OK,
      refuses: {
        toBase: { currency: 'USD', onDay: '2026-03-01', toBase: '0' },
        onDay: { currency: 'USD', onDay: 'March', toBase: '7' },
      },
    },
    'POST /seller/settings/deleteExchangeRate {currency,onDay}': {
      access: [rights.exchangeRate.edit],
      input: { currency: 'USD', onDay: '2026-03-01' },
      gives: OK,
      refuses: { onDay: { currency: 'USD' } },
    },
    'POST /seller/settings/syncExchangeRates': {
      access: [rights.exchangeRate.sync],
      gives: { day: DAY, saved: expect.any(Number), doubtful: expect.any(Array) },
    },

    // ---- ERP names
    'POST /seller/settings/saveErpName {id,name}': {
      access: [rights.salesChannel.authorize],
      input: { name: 'SAP' },
      gives: NEW_ID,
      refuses: { name: { name: 'SAP 系统' } },
    },
    'GET /seller/settings/listErpNames': {
      access: [rights.salesChannel.view],
      gives: { list: [{ ...NEW_ID, name: 'SAP' }] },
    },
    'POST /seller/settings/deleteErpNames {ids}': {
      access: [rights.salesChannel.authorize],
      input: async (world) => ({ ids: [await idOf(world, `erp_name where name = 'SAP'`)] }),
      gives: OK,
      refuses: { ids: { ids: [] } },
    },

    // ---- views of lists
    'POST /seller/settings/saveView {listId,name,query,shared}': {
      access: 'user',
      input: { listId: 'order.401', name: 'Canada', query: { country: 'CA' }, shared: true },
      gives: NEW_ID,
      refuses: { name: { listId: 'order.401', name: ' ', query: {} }, listId: { name: 'Canada', query: {} } },
    },
    'GET /seller/settings/listViews?listId': {
      access: 'user',
      input: { listId: 'order.401' },
      gives: {
        list: [
          {
            id: expect.any(Number),
            name: 'Canada',
            query: { country: 'CA' },
            shared: true,
            own: true,
            by: expect.any(String),
            mayDelete: true,
          },
        ],
      },
      refuses: { listId: {} },
    },
    'POST /seller/settings/deleteView {id}': {
      access: 'user',
      input: async (world) => ({ id: await idOf(world, `list_view where name = 'Canada'`) }),
      gives: OK,
      refuses: { id: { id: 'x' } },
    },

    // ---- the log
    'GET /seller/settings/listAudit?from,to,userId,action,targetKind,targetId,text,before,page,pageSize': {
      access: [rights.auditLog.view],
      input: { action: 'settings.optionAdded', pageSize: 1 },
      gives: ({ main }: World) => ({
        rows: [
          {
            id: expect.any(Number),
            at: WHEN,
            userId: main.userId,
            actor: main.userLoginId,
            action: 'settings.optionAdded',
            title: expect.any(String),
            targetKind: expect.any(String),
            targetId: expect.any(String),
            targetName: expect.stringContaining('product.unit'),
            detail: null,
            address: '',
          },
        ],
        total: 2,
        totalExact: true,
      }),
      refuses: { from: { from: 'yesterday' }, before: { before: 0 } },
    },
    'GET /seller/settings/auditChoices': {
      access: [rights.auditLog.view],
      gives: ({ main }: World) => ({
        actions: expect.arrayContaining([{ name: 'settings.optionAdded', title: expect.any(String) }]),
        users: expect.arrayContaining([{ userId: main.userId, name: expect.stringContaining(main.userLoginId) }]),
      }),
    },
    'POST /seller/settings/exportAudit {filter}': {
      access: [rights.auditLog.export],
      input: { filter: { from: '2026-01-01' } },
      gives: { exportId: expect.any(Number) },
      refuses: { 'filter.from': { filter: { from: 'yesterday' } } },
    },
  },
  { env: { SANDBOX_PORT: String(sandbox.port) } },
);
