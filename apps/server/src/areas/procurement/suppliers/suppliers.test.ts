import { rights } from '@tradewind/contract/access/modules.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import { addProduct } from '@tradewind/contract/catalog.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { upload, xls } from '../../catalog/testing/files.ts';

const TERMS = [
  { percent: '30', when: 'order' as const },
  { percent: '70', when: 'receipt' as const, days: 30 },
];
const BANK = { holder: '晨光灯具厂', bank: 'Bank of Yiwu', account: '6222-0000-7777-1234', swift: 'BOYWCNSH' };

let server: TestServer;
let main: Person & { ctx: Ctx };
let stranger: Person;
let lamp: number;
beforeAll(async () => {
  server = await testServer();
  main = await server.company('Buyers');
  stranger = await server.company('Others');
  lamp = (await server.ok(addProduct, { sku: 'LAMP-1', nameZh: '台灯' }, main)).id;
});

let named = 0;
const save = (more: Partial<InputOf<typeof calls.saveSupplier>> = {}, as: Person = main) =>
  server.ok(calls.saveSupplier, { nameEn: `Supplier ${++named}`, currency: 'CNY', ...more }, as);
const refused = async (more: Partial<InputOf<typeof calls.saveSupplier>>) => {
  const { status, data } = await server.call(calls.saveSupplier, { nameEn: 'X', currency: 'CNY', ...more }, main);
  return [status, (data as { fields?: { path: string }[] }).fields?.[0]?.path];
};
const get = (id: number, as: Person = main) => server.ok(calls.getSupplier, { id }, as);
const codes = async (filter: object, as: Person = main) =>
  (await server.ok(calls.listSuppliers, filter, as)).rows.map((row) => row.code);
/** With the right to see cost prices, or without. */
async function clerk(...more: string[]): Promise<Person> {
  return server.member(main.companyId, [rights.supplier.view, ...more]);
}
async function payer(): Promise<Person> {
  const member = await clerk(rights.supplier.edit);
  await server.app.database.owner.query('insert into user_base_permission values ($1, $2, $3)', [
    main.companyId,
    member.userId,
    'seeCost',
  ]);
  return member;
}

describe('a supplier', () => {
  it('has a code of its own, in capitals, which the program gives if nobody types one', async () => {
    const typed = await save({ code: 'yw-001' });
    expect(typed.code).toBe('YW-001');
    expect(await refused({ code: 'YW-001' })).toEqual([400, 'code']);
    expect(await refused({ code: '-1' })).toEqual([400, 'code']);
    const [first, second] = [await save(), await save()];
    expect(first.code).toMatch(/^SUP-\d{8}-\d{4}$/);
    expect(second.code).not.toBe(first.code);
    // Whoever typed the next number keeps it.
    const next = first.code.replace(/\d{4}$/, '0003');
    await save({ code: next });
    expect((await save()).code).toBe(first.code.replace(/\d{4}$/, '0004'));
  });

  it('needs one name, and terms that add up to 100 %', async () => {
    expect(await refused({ nameEn: '' })).toEqual([400, 'nameZh']);
    expect(await refused({ minimumUnits: 0 })).toEqual([400, 'minimumUnits']);
    expect(await refused({ email: 'nobody' })).toEqual([400, 'email']);
    expect(await refused({ terms: [{ percent: '30', when: 'order' }] })).toEqual([400, 'terms.0.percent']);
    expect(await refused({ terms: [{ percent: '100', when: 'order', days: 3 }] })).toEqual([400, 'terms.0.days']);
    const { id } = await save({ terms: TERMS, leadDays: 15, minimumAmount: '3000.5', minimumUnits: 500 });
    expect(await get(id)).toMatchObject({
      terms: [{ percent: '30', when: 'order', days: 0 }, TERMS[1]],
      ...{ leadDays: 15, minimumAmount: '3000.5', minimumUnits: 500, state: 'active', hasBank: false },
    });
  });

  it('keeps its history, and refuses what changed in the meantime', async () => {
    const { id, code } = await save({ nameEn: 'Old name' });
    await server.ok(calls.saveSupplier, { id, version: 1, nameEn: 'New name', currency: 'CNY' }, main);
    const late = await server.call(calls.saveSupplier, { id, version: 1, nameEn: 'x', currency: 'CNY' }, main);
    expect(late).toMatchObject({ status: 409, data: { error: 'core.stale' } });
    const { history, version, code: kept } = await get(id);
    expect([version, kept]).toEqual([2, code]);
    expect(history.map((one) => one.event)).toEqual(['edited', 'created']);
    expect(history[0]?.detail).toEqual({ changes: { nameEn: ['Old name', 'New name'] } });
  });

  it('is found by the beginning of its code, its names or its contact', async () => {
    await save({ code: 'FIND-7', nameZh: '义乌市晨光灯具厂', nameEn: 'Chenguang Lighting', contact: '王经理' });
    for (const text of ['find-7', '晨光', 'light', '王经理', '灯具 chen'])
      expect(await codes({ text })).toEqual(['FIND-7']);
    expect(await codes({ text: 'nothing' })).toEqual([]);
    await save({ code: 'FIND-USD', currency: 'USD' });
    expect(await codes({ currency: 'USD' })).toEqual(['FIND-USD']);
  });

  it('that is blocked says why and is offered nowhere', async () => {
    const { id, code } = await save({ code: 'BAD-1', nameEn: 'Badly made' });
    const offered = async () => (await server.ok(calls.supplierOptions, { search: 'bad' }, main)).list.length;
    await price(id, { breaks: [{ fromQuantity: 1, unitPrice: '5' }] });
    expect([await offered(), await inForce(id, 1)]).toEqual([1, '5']);
    expect((await server.call(calls.blockSupplier, { id, reason: ' ' }, main)).status).toBe(400);
    await server.ok(calls.blockSupplier, { id, reason: 'Late three times' }, main);
    expect([await offered(), await inForce(id, 1)]).toEqual([0, null]);
    expect((await server.call(calls.blockSupplier, { id, reason: 'again' }, main)).status).toBe(409);
    const again = {
      supplierId: id,
      productId: lamp,
      validFrom: '2026-02-01',
      breaks: [{ fromQuantity: 1, unitPrice: '5' }],
    };
    expect((await server.call(calls.saveSupplierPrice, again, main)).status).toBe(409);
    expect(await codes({ state: 'blocked' })).toEqual([code]);
    expect(await get(id)).toMatchObject({ state: 'blocked', blockReason: 'Late three times' });
    await server.ok(calls.unblockSupplier, { id }, main);
    expect((await server.call(calls.unblockSupplier, { id }, main)).status).toBe(409);
    expect(await offered()).toBe(1);
    expect((await get(id)).history.map((one) => one.event)).toEqual(['unblocked', 'blocked', 'priceAdded', 'created']);
  });

  it('is changed by rights of its own and does not exist for another company', async () => {
    const { id } = await save();
    const adder = await clerk(rights.supplier.add);
    const own = await save({}, adder);
    const status = async (call: Promise<{ status: number }>) => (await call).status;
    const fields = { nameEn: 'x', currency: 'CNY' };
    expect(await status(server.call(calls.saveSupplier, { id: own.id, version: 1, ...fields }, adder))).toBe(403);
    expect(await status(server.call(calls.saveSupplier, fields, await clerk(rights.supplier.edit)))).toBe(403);
    expect(await status(server.call(calls.deleteSuppliers, { ids: [id] }, adder))).toBe(403);
    expect(await status(server.call(calls.blockSupplier, { id, reason: 'x' }, adder))).toBe(403);
    expect(await codes({}, stranger)).toEqual([]);
    for (const answer of [
      server.call(calls.getSupplier, { id }, stranger),
      server.call(calls.saveSupplier, { id, version: 1, ...fields }, stranger),
      server.call(calls.blockSupplier, { id, reason: 'x' }, stranger),
      server.call(calls.openSupplierBank, { id }, stranger),
      server.call(calls.saveSupplierBank, { id, version: 1, ...BANK }, stranger),
    ])
      expect((await answer).status).toBe(404);
    expect((await server.ok(calls.deleteSuppliers, { ids: [id] }, stranger)).done).toBe(0);
    expect((await server.ok(calls.deleteSuppliers, { ids: [id] }, main)).done).toBe(1);
    expect((await server.call(calls.getSupplier, { id }, main)).status).toBe(404);
  });
});

describe('bank details', () => {
  it('are sealed, shown to users who may see costs, and the audit log keeps who read them', async () => {
    const { id, code } = await save({ code: 'BANK-1' });
    const paying = await payer();
    expect(await server.ok(calls.saveSupplierBank, { id, version: 1, ...BANK }, paying)).toEqual({ version: 2 });
    const { bank } = await server.ok(calls.openSupplierBank, { id }, paying);
    expect(bank).toEqual({ ...BANK, bankAddress: '', remark: '' });
    const { rows } = await server.app.database.owner.query(
      `select action, actor from audit_entry where company_id = $1 and target_name = $2 order by id`,
      [main.companyId, code],
    );
    expect(rows.map((one) => one.action)).toEqual(['procurement.bankSaved', 'procurement.bankOpened']);
    expect((await get(id)).hasBank).toBe(true);
    const late = await server.call(calls.saveSupplierBank, { id, version: 1, ...BANK }, paying);
    expect(late).toMatchObject({ status: 409, data: { error: 'core.stale' } });
  });

  it('stand in plain nowhere: neither in the database nor in an answer without the right', async () => {
    const { id } = await save({ code: 'BANK-2' });
    await server.ok(calls.saveSupplierBank, { id, version: 1, ...BANK }, main);
    await server.ok(calls.openSupplierBank, { id }, main);
    const secrets = /6222-0000-7777|BOYWCNSH|Bank of Yiwu/;
    const { owner } = server.app.database;
    const tables = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables.rows) {
      const { rows } = await owner.query(`select count(*)::int as n from "${name}" t where t::text ~ $1`, [
        '6222-0000-7777|BOYWCNSH|Bank of Yiwu',
      ]);
      expect([name, rows[0].n]).toEqual([name, 0]);
    }
    const { rows: hex } = await owner.query(
      `select count(*)::int as n from supplier where position(convert_to('6222-0000', 'UTF8') in bank) > 0`,
    );
    expect(hex[0].n).toBe(0);
    const blind = await clerk(rights.supplier.edit, rights.supplier.export);
    for (const as of [main, blind])
      for (const answer of [await server.ok(calls.listSuppliers, {}, as), await get(id, as)])
        expect(JSON.stringify(answer)).not.toMatch(secrets);
    expect((await server.call(calls.openSupplierBank, { id }, blind)).status).toBe(403);
    expect((await server.call(calls.saveSupplierBank, { id, version: 2, ...BANK }, blind)).status).toBe(403);
    // An edit by somebody who may not see them keeps them.
    await server.ok(calls.saveSupplier, { id, version: 2, nameEn: 'Renamed', currency: 'CNY' }, blind);
    expect((await server.ok(calls.openSupplierBank, { id }, main)).bank.account).toBe(BANK.account);
    await server.ok(calls.saveSupplierBank, { id, version: 3 }, main);
    expect((await get(id)).hasBank).toBe(false);
  });
});

type Price = Omit<InputOf<typeof calls.saveSupplierPrice>, 'supplierId' | 'productId' | 'validFrom'>;
const price = (supplierId: number, { validFrom = '2026-01-01', ...more }: Price & { validFrom?: string }) =>
  server.ok(calls.saveSupplierPrice, { supplierId, productId: lamp, validFrom, ...more }, main);
const inForce = async (supplierId: number, quantity: number, day?: string, as: Person = main) => {
  const requested = { supplierId, productIds: [lamp], quantities: [quantity], ...(day ? { day } : {}) };
  return (await server.ok(calls.supplierPricesInForce, requested, as)).prices[0]?.unitPrice;
};
const listed = async (supplierId: number, as: Person = main, more: object = {}) =>
  (await server.ok(calls.listSupplierPrices, { supplierId, ...more }, as)).rows;

describe('prices of a supplier', () => {
  const breaks = [
    { fromQuantity: 500, unitPrice: '8.25' },
    { fromQuantity: 1, unitPrice: '10' },
  ];

  it('hold from their day until the next one, by quantity', async () => {
    const { id } = await save({ leadDays: 20 });
    await price(id, { breaks, moq: 100, orderMultiple: 20, supplierSku: 'CG-1' });
    await price(id, { breaks: [{ fromQuantity: 100, unitPrice: '9' }], validFrom: '2026-03-01', leadDays: 12 });
    await price(id, { breaks: [{ fromQuantity: 1, unitPrice: '99' }], validFrom: '2099-01-01' });
    expect(await inForce(id, 499, '2026-02-28')).toBe('10');
    expect(await inForce(id, 500, '2026-02-28')).toBe('8.25');
    expect(await inForce(id, 500, '2026-03-01')).toBe('9');
    // The newest price begins at 100 units: an older one does not step in.
    expect(await inForce(id, 99, '2026-03-01')).toBeNull();
    expect(await inForce(id, 1, '2025-12-31')).toBeNull();
    const rows = await listed(id);
    expect(rows.map((row) => [row.validFrom, row.time])).toEqual([
      ['2099-01-01', 'upcoming'],
      ['2026-03-01', 'current'],
      ['2026-01-01', 'past'],
    ]);
    expect(rows[2]).toMatchObject({
      ...{ sku: 'LAMP-1', supplierSku: 'CG-1', moq: 100, orderMultiple: 20, leadDays: null, currency: 'CNY' },
      breaks: [
        { fromQuantity: 1, unitPrice: '10' },
        { fromQuantity: 500, unitPrice: '8.25' },
      ],
    });
    expect((await listed(id, main, { time: 'current' })).map((row) => row.validFrom)).toEqual(['2026-03-01']);
    expect((await listed(id, main, { text: 'cg-' })).length).toBe(1);
    expect((await listed(id, main, { text: 'lamp' })).length).toBe(3);
    const requested = { supplierId: id, productIds: [lamp, lamp], quantities: [700, 50], day: '2026-02-01' };
    const { prices, currency } = await server.ok(calls.supplierPricesInForce, requested, main);
    expect([currency, prices[0], prices[1]?.unitPrice]).toEqual([
      'CNY',
      {
        ...{ productId: lamp, quantity: 700, unitPrice: '8.25', fromQuantity: 500, validFrom: '2026-01-01' },
        ...{ moq: 100, orderMultiple: 20, leadDays: 20, supplierSku: 'CG-1' },
      },
      '10',
    ]);
  });

  it('are one for each day, and each quantity stands in them once', async () => {
    const { id } = await save();
    const { id: priceId } = await price(id, { breaks });
    const input = { supplierId: id, productId: lamp, validFrom: '2026-01-01', breaks };
    const twin = await server.call(calls.saveSupplierPrice, input, main);
    expect(twin).toMatchObject({ status: 400, data: { fields: [{ path: 'validFrom' }] } });
    const twice = { ...input, validFrom: '2026-02-01', breaks: [breaks[0], breaks[0]] as typeof breaks };
    const refusal = await server.call(calls.saveSupplierPrice, twice, main);
    expect(refusal).toMatchObject({ status: 400, data: { fields: [{ path: 'breaks.1.fromQuantity' }] } });
    const changed = { ...input, id: priceId, version: 1, breaks: [{ fromQuantity: 1, unitPrice: '7' }] };
    await server.ok(calls.saveSupplierPrice, changed, main);
    expect((await server.call(calls.saveSupplierPrice, changed, main)).status).toBe(409);
    expect((await listed(id))[0]?.breaks).toEqual([{ fromQuantity: 1, unitPrice: '7' }]);
    expect((await server.ok(calls.deleteSupplierPrices, { ids: [priceId] }, main)).done).toBe(1);
    expect(await listed(id)).toEqual([]);
  });

  it('are costs: hidden and closed without the right to see them', async () => {
    const { id } = await save();
    const { id: priceId } = await price(id, { breaks });
    await server.ok(
      calls.saveSupplierPrice,
      { id: priceId, version: 1, supplierId: id, productId: lamp, validFrom: '2026-01-01', breaks: breaks.slice(0, 1) },
      main,
    );
    const blind = await clerk(rights.supplier.edit);
    expect((await listed(id, blind))[0]?.breaks).toEqual([{ fromQuantity: 500, unitPrice: null }]);
    expect(await inForce(id, 500, undefined, blind)).toBeNull();
    expect(JSON.stringify(await get(id, blind))).not.toContain(': 8.25');
    expect(JSON.stringify(await get(id))).toContain(': 8.25');
    const input = { supplierId: id, productId: lamp, validFrom: '2026-04-01', breaks };
    expect((await server.call(calls.saveSupplierPrice, input, blind)).status).toBe(403);
    expect((await server.call(calls.deleteSupplierPrices, { ids: [priceId] }, blind)).status).toBe(403);
  });

  it('do not exist for another company', async () => {
    const { id } = await save();
    const { id: priceId } = await price(id, { breaks });
    expect(await listed(id, stranger)).toEqual([]);
    expect((await server.ok(calls.deleteSupplierPrices, { ids: [priceId] }, stranger)).done).toBe(0);
    const theirs = (await server.ok(calls.saveSupplier, { nameEn: 'Theirs', currency: 'USD' }, stranger)).id;
    const input = { supplierId: theirs, productId: lamp, validFrom: '2026-01-01', breaks };
    expect((await server.call(calls.saveSupplierPrice, input, stranger)).status).toBe(400);
    expect((await server.call(calls.saveSupplierPrice, { ...input, supplierId: id }, stranger)).status).toBe(404);
  });
});

const take = async (
  kind: { preview: typeof calls.previewSupplierImport; commit: typeof calls.commitSupplierImport },
  rows: unknown[][],
  as: Person = main,
) => {
  const { data: preview, status } = await upload(server, kind.preview, xls(rows), 'x.xls', as);
  if (status !== 200) return { status };
  const done = preview.good > 0 ? await server.ok(kind.commit, { importId: preview.importId }, as) : undefined;
  return { status, preview, done };
};

describe('sheets', () => {
  const SUPPLIERS = { preview: calls.previewSupplierImport, commit: calls.commitSupplierImport };
  const PRICES = { preview: calls.previewSupplierPriceImport, commit: calls.commitSupplierPriceImport };
  const TITLES = [
    'Supplier code',
    'Chinese name',
    'English name',
    'Currency',
    'Payment terms',
    'Lead time (days)',
    'Minimum order units',
  ];

  it('add suppliers and update those whose code exists; bad cells are named', async () => {
    const { id } = await save({ code: 'SHEET-1', nameEn: 'Kept', leadDays: 9, terms: TERMS });
    const { preview, done } = await take(SUPPLIERS, [
      TITLES,
      ['sheet-1', '新名称', '', '', '', 21, '1,200'],
      ['', '无编码', '', 'cny', '30% 下单时，70% 月结30天', ''],
      ['SHEET-3', '', 'Coded', 'USD', '100% 45 days after receipt', 5],
      ['SHEET-4', '', '', 'USD', '', ''],
      ['SHEET-5', '坏', '', '', '', ''],
      ['SHEET-6', '坏', '', 'CNY', '30% 下单时', ''],
      ['', 'x', 'Kept', 'CNY', '', ''],
    ]);
    expect(
      preview?.rows.filter((row) => row.problems.length > 0).map((row) => [row.line, row.problems[0]?.column]),
    ).toEqual([
      [5, 'nameZh'],
      [6, 'currency'],
      [7, 'terms'],
      [8, 'nameZh'],
    ]);
    expect(done).toMatchObject({ created: 2, updated: 1 });
    expect(await get(id)).toMatchObject({
      nameZh: '新名称',
      nameEn: 'Kept',
      leadDays: 21,
      minimumUnits: 1200,
      terms: [{}, {}],
      version: 2,
    });
    const [made] = (await server.ok(calls.listSuppliers, { text: '无编码' }, main)).rows;
    expect(made).toMatchObject({ currency: 'CNY', code: expect.stringMatching(/^SUP-/) });
    expect(made?.terms).toEqual([
      { percent: '30', when: 'order', days: 0 },
      { percent: '70', when: 'monthEnd', days: 30 },
    ]);
    const [coded] = (await server.ok(calls.listSuppliers, { text: 'SHEET-3' }, main)).rows;
    expect(coded?.terms).toEqual([{ percent: '100', when: 'receipt', days: 45 }]);
  });

  it('add price lists, all breaks of a price or none; a price from the same day is replaced', async () => {
    const { id, code } = await save({ code: 'SHEET-P' });
    await price(id, { breaks: [{ fromQuantity: 1, unitPrice: '50' }], validFrom: '2026-05-01', supplierSku: 'KEPT' });
    const blocked = await save({ code: 'SHEET-B' });
    await server.ok(calls.blockSupplier, { id: blocked.id, reason: 'x' }, main);
    const titles = ['Supplier code', 'SKU', 'Valid from', 'From quantity', 'Unit price', 'MOQ'];
    const { preview, done } = await take(PRICES, [
      titles,
      [code, 'lamp-1', '2026-05-01', 1, '11', 100],
      [code, 'LAMP-1', '2026-05-01', 500, '9.5', ''],
      [code, 'LAMP-1', '2026-06-01', '', '10', ''],
      [code, 'LAMP-1', '2026-07-01', 1, '10', ''],
      [code, 'LAMP-1', '2026-07-01', 2, 'free', ''],
      ['SHEET-X', 'LAMP-1', '2026-08-01', 1, '1', ''],
      ['SHEET-B', 'LAMP-1', '2026-08-01', 1, '1', ''],
      [code, 'NO-SKU', '2026-08-01', 1, '1', ''],
    ]);
    expect(preview).toMatchObject({ good: 3, bad: 5 });
    expect(done).toMatchObject({ created: 1, updated: 1 });
    expect(await inForce(id, 600, '2026-05-20')).toBe('9.5');
    expect(await inForce(id, 600, '2026-06-01')).toBe('10');
    const [, old] = await listed(id);
    expect(old).toMatchObject({ supplierSku: 'KEPT', moq: 100, breaks: [{ unitPrice: '11' }, { unitPrice: '9.5' }] });
    const blind = await clerk(rights.supplier.import);
    expect((await take(PRICES, [titles, [code, 'LAMP-1', '2026-09-01', 1, '1', '']], blind)).status).toBe(403);
  });
});
