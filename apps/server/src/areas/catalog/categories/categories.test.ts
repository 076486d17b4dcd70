import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/catalog.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { upload, xls } from '../testing/files.ts';

let server: TestServer;
let main: Person & { ctx: Ctx };
beforeAll(async () => {
  server = await testServer();
  main = await server.company('Categories');
});

const save = async (nameZh: string, parentId: number | null = null, more: object = {}) =>
  (await server.ok(calls.saveCategory, { nameZh, parentId, ...more }, main)).id;
const tree = async (as = main) => (await server.ok(calls.listCategories, {}, as)).list;
const refused = async (input: object) => {
  const { status, data } = await server.call(calls.saveCategory, input as never, main);
  return [status, (data as { fields?: { path: string }[] }).fields?.[0]?.path];
};
const addProduct = async (sku: string, more: object) =>
  (await server.ok(calls.addProduct, { sku, nameZh: sku, ...more }, main)).id;
const skus = async (filter: object) =>
  (await server.ok(calls.listProducts, { sort: 'sku', order: 'asc', ...filter }, main)).rows.map((row) => row.sku);

describe('the tree of categories', () => {
  it('has names in one language or two, six levels, and no name twice among siblings', async () => {
    const home = await save('家居', null, { nameEn: 'Home' });
    const lamps = await save('灯具', home);
    expect((await tree()).map((one) => [one.fullZh, one.fullEn, one.depth])).toEqual([
      ['家居', 'Home', 1],
      ['家居 / 灯具', 'Home / 灯具', 2],
    ]);
    expect(await refused({ nameZh: '灯具', parentId: home })).toEqual([400, 'nameZh']);
    expect(await refused({ nameZh: '别的', nameEn: 'Home' })).toEqual([400, 'nameEn']);
    expect(await refused({ parentId: home })).toEqual([400, 'nameZh']);
    let deepest = lamps;
    for (const level of [3, 4, 5, 6]) deepest = await save(`第${level}级`, deepest);
    expect(await refused({ nameZh: '第7级', parentId: deepest })).toEqual([400, 'parentId']);
    expect(await refused({ nameZh: '哪里', parentId: 999_999 })).toEqual([400, 'parentId']);
  });

  it('moves with all below it, never under itself and never below the sixth level', async () => {
    const [toys, office] = [await save('玩具'), await save('办公')];
    const blocks = await save('积木', toys);
    const move = (id: number, parentId: number | null) =>
      server.call(calls.moveCategory, { id, parentId }, main).then((answer) => answer.status);
    expect(await move(toys, blocks)).toBe(400);
    expect(await move(toys, toys)).toBe(400);
    expect(await move(toys, office)).toBe(200);
    expect((await tree()).find((one) => one.id === blocks)?.fullZh).toBe('办公 / 玩具 / 积木');
    const { list } = await server.ok(calls.listCategories, {}, main);
    const deep = list.find((one) => one.depth === 5) ?? expect.fail();
    expect(await move(office, deep.id)).toBe(400);
    const { history } = await server.ok(calls.findCategory, { id: toys }, main);
    expect(history.map((event) => event.event)).toEqual(['moved', 'created']);
    expect(await move(toys, null)).toBe(200);
  });

  it('is deleted when it is empty or another one takes what is in it', async () => {
    const [old, heir] = [await save('旧'), await save('新')];
    const child = await save('旧的下级', old);
    await addProduct('OLD-1', { categoryId: old });
    const remove = (id: number, heirId?: number) =>
      server.call(calls.removeCategory, { id, ...(heirId ? { heirId } : {}) }, main).then((answer) => answer.status);
    expect(await remove(old)).toBe(409);
    expect(await remove(old, child)).toBe(400);
    expect(await remove(old, heir)).toBe(200);
    expect(await skus({ categoryId: heir })).toEqual(['OLD-1']);
    expect((await tree()).find((one) => one.id === child)).toMatchObject({ parentId: heir, fullZh: '新 / 旧的下级' });
    // What goes to the heir keeps the rules of the tree, and the field says so.
    const other = await save('另一个');
    await save('新的下级', await save('旧的下级', other));
    const refusal = await server.call(calls.removeCategory, { id: other, heirId: heir }, main);
    expect(refusal).toMatchObject({ status: 400, data: { fields: [{ path: 'heirId' }] } });
    expect(await remove(other, 999_999)).toBe(400);
    expect(await remove(child)).toBe(200);
    expect(await remove(other, heir)).toBe(200);
    expect((await tree()).find((one) => one.nameZh === '新的下级')?.fullZh).toBe('新 / 旧的下级 / 新的下级');
  });

  it('refuses what changed in the meantime, and whoever may not', async () => {
    const id = await save('版本');
    await server.ok(calls.saveCategory, { id, version: 1, nameZh: '版本二' }, main);
    const late = await server.call(calls.saveCategory, { id, version: 1, nameZh: '版本三' }, main);
    expect(late).toMatchObject({ status: 409, data: { error: 'core.stale' } });
    const clerk = await server.member(main.companyId, [rights.category.view, rights.category.add]);
    expect((await server.call(calls.saveCategory, { id, version: 2, nameZh: 'x' }, clerk)).status).toBe(403);
    expect((await server.call(calls.saveCategory, { nameZh: '店员的' }, clerk)).status).toBe(200);
    const other = await server.company('Other categories');
    expect(await tree(other)).toEqual([]);
    expect((await server.call(calls.saveCategory, { nameZh: 'x', parentId: id }, other)).status).toBe(400);
    expect((await server.call(calls.addProduct, { sku: 'X', nameZh: 'x', categoryId: id }, other)).status).toBe(400);
  });

  it('stays one tree whatever is moved at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: 7 }), fc.option(fc.nat({ max: 7 }))), { minLength: 4, maxLength: 12 }),
        async (moves) => {
          const own = await server.company();
          const ids: number[] = [];
          for (let at = 0; at < 8; at++)
            ids.push(
              (
                await server.ok(
                  calls.saveCategory,
                  { nameZh: `${at}`, parentId: at % 3 === 0 ? null : (ids[at - 1] ?? null) },
                  own,
                )
              ).id,
            );
          const answers = await Promise.all(
            moves.map(([from, to]) =>
              server.call(
                calls.moveCategory,
                { id: ids[from] ?? 0, parentId: to === null ? null : (ids[to] ?? null) },
                own,
              ),
            ),
          );
          for (const { status } of answers) expect([200, 400]).toContain(status);
          const { list } = await server.ok(calls.listCategories, {}, own);
          expect(list).toHaveLength(8);
          const rows = await server.app.database.inCompany(own.ctx, (tx) =>
            tx.rows<{ id: number; parentId: number | null; path: string; depth: number }>(
              sql`select id, parent_id, path, depth from category where company_id = ${sql.company}`,
            ),
          );
          for (const row of rows) {
            const parent = rows.find((one) => one.id === row.parentId);
            expect(row.path).toBe(`${parent?.path ?? ''}${row.id}.`);
            expect(row.depth).toBe((parent?.depth ?? 0) + 1);
          }
        },
      ),
      { numRuns: runs(4, 60) },
    );
  });
});

describe('products in categories', () => {
  it('are found and counted with those of the categories below', async () => {
    const kitchen = await save('厨房');
    const cups = await save('杯子', kitchen);
    await addProduct('CUP-1', { categoryId: cups });
    await addProduct('POT-1', { categoryId: kitchen });
    expect(await skus({ categoryId: kitchen })).toEqual(['CUP-1', 'POT-1']);
    expect(await skus({ categoryId: cups })).toEqual(['CUP-1']);
    await addProduct('NONE-1', {});
    expect(await skus({ categoryId: 0 })).toContain('NONE-1');
    const { list } = await server.ok(calls.getCategoryStatics, {}, main);
    expect(list).toContainEqual({ categoryId: kitchen, category: '厨房', products: 1, productsBelow: 2 });
    expect(list.find((one) => one.categoryId === null)?.products).toBeGreaterThan(0);
  });

  it('have the attributes of their category and of those above it', async () => {
    const cloth = await save('纺织', null, {
      hsCode: '630790',
      attributes: [
        { nameZh: '材质', kind: 'choice', choices: ['棉', '麻'], required: true },
        { nameZh: '克重', kind: 'number', unit: 'g/m²' },
      ],
    });
    const towels = await save('毛巾', cloth, {
      battery: false,
      attributes: [{ nameZh: '成分说明', kind: 'text', required: true, countries: ['DE'] }],
    });
    const found = await server.ok(calls.categoryAttributes, { id: towels }, main);
    expect(found).toMatchObject({ hsCode: '630790', battery: false });
    const [material, weight, words] = found.attributes.map((one) => calls.attributeKey(one.id));
    const bad = async (attributes: object) => {
      const input = { sku: `T-${Math.random()}`, nameZh: 'x', categoryId: towels, attributes };
      const { data } = await server.call(calls.addProduct, input as never, main);
      return (data as { fields?: { path: string }[] }).fields?.[0]?.path;
    };
    expect(await bad({})).toBe(`attributes.${material}`);
    expect(await bad({ [material ?? '']: '丝' })).toBe(`attributes.${material}`);
    expect(await bad({ [material ?? '']: '棉', [weight ?? '']: 'much' })).toBe(`attributes.${weight}`);
    const attributes = { [material ?? '']: '棉', [weight ?? '']: '400', a999999: 'nobody' };
    const id = await addProduct('TOWEL-1', { categoryId: towels, attributes });
    const read = () => server.ok(calls.findProduct, { id }, main);
    expect(await read()).toMatchObject({
      categoryZh: '纺织 / 毛巾',
      attributes: { [material ?? '']: '棉', [weight ?? '']: '400' },
    });
    // A choice that is taken out of the template stays with the product until it changes.
    const { version, attributes: own } = await server.ok(calls.findCategory, { id: cloth }, main);
    const template = own.map(({ categoryId: _own, ...one }) => ({
      ...one,
      choices: one.choices.filter((c) => c !== '棉'),
    }));
    await server.ok(calls.saveCategory, { id: cloth, version, nameZh: '纺织', attributes: template }, main);
    const kept = { [material ?? '']: '棉', [words ?? '']: '全棉' };
    await server.ok(calls.editProduct, { id, version: 1, attributes: kept }, main);
    expect((await read()).attributes).toEqual(kept);
    const event = (await read()).history[0];
    expect(event?.detail).toMatchObject({ changes: { attributes: ['棉 · 400', '棉 · 全棉'] } });
  });

  it('are imported with the names of their categories; new ones are made by who may', async () => {
    const preview = async (category: string, as: Person = main) => {
      const sheet = xls([
        ['主 SKU', '中文名称', '分类'],
        ['IMP-1', '进口', category],
      ]);
      return (await upload(server, calls.previewProductImport, sheet, 'products.xls', as)).data;
    };
    const clerk = await server.member(main.companyId, [rights.product.view, rights.product.import]);
    const [unknown] = (await preview('杂货 / Pens', clerk)).rows;
    expect(unknown?.problems).toMatchObject([{ column: 'category' }]);
    expect((await preview('一/二/三/四/五/六/七')).bad).toBe(1);
    const { importId } = await preview('杂货 / Pens');
    await server.ok(calls.commitProductImport, { importId }, main);
    const [made] = (await server.ok(calls.listProducts, { search: 'IMP-1' }, main)).rows;
    expect(made).toMatchObject({ categoryZh: '杂货 / Pens', categoryEn: '杂货 / Pens' });
    // One name is enough for a category that exists once.
    expect((await preview('pens', clerk)).good).toBe(1);
    expect((await tree()).filter((one) => one.nameEn === 'Pens')).toHaveLength(1);
  });
});
