import { rights } from '@tradewind/contract/access/modules.ts';
import { deleteView, listViews, saveView } from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { userRemoving } from '../../identity/public.ts';

const LIST = 'order.401';
let server: TestServer;
let main: Person & { ctx: Parameters<TestServer['app']['database']['inCompany']>[0] };
let ann: Person;
let bo: Person;
beforeAll(async () => {
  server = await testServer();
  main = await server.company();
  ann = await server.member(main.companyId, [rights.order.view]);
  bo = await server.member(main.companyId, [rights.order.view]);
});
afterAll(() => server.close());

const observed = async (as: Person, listId = LIST) =>
  (await server.ok(listViews, { listId }, as)).list.map(({ name, own, shared, mayDelete }) => [
    name,
    own,
    shared,
    mayDelete,
  ]);
const keep = (as: Person, name: string, shared = false, query: Record<string, string> = { country: 'US' }) =>
  server.ok(saveView, { listId: LIST, name, query, shared }, as);

describe('views of a list', () => {
  it('are the own ones first, then what others share; replaced by their name', async () => {
    await keep(ann, 'Mine');
    await keep(ann, 'For all', true);
    await keep(bo, 'Zebra');
    await keep(bo, 'Zebra', false, { country: 'CA', status: 'held' });
    expect(await observed(bo)).toEqual([
      ['Zebra', true, false, true],
      ['For all', false, true, false],
    ]);
    const { list } = await server.ok(listViews, { listId: LIST }, bo);
    expect(list[0]?.query).toEqual({ country: 'CA', status: 'held' });
    expect(list[1]?.by).not.toBe('');
    expect(await observed(ann)).toEqual([
      ['For all', true, true, true],
      ['Mine', true, false, true],
    ]);
    expect(await observed(bo, 'order.402')).toEqual([]);
  });

  it('stay within their company', async () => {
    const stranger = await server.company('Elsewhere');
    expect(await observed(stranger)).toEqual([]);
    const { list } = await server.ok(listViews, { listId: LIST }, ann);
    for (const { id } of list) expect((await server.call(deleteView, { id }, stranger)).status).toBe(404);
  });

  it('are removed by whoever made them, shared ones by a main account too', async () => {
    const own = await keep(ann, 'Private');
    const shared = await keep(ann, 'Everybody', true);
    expect((await server.call(deleteView, { id: shared.id }, bo)).status).toBe(404);
    expect((await server.call(deleteView, { id: own.id }, main)).status).toBe(404);
    await server.ok(deleteView, { id: shared.id }, main);
    await server.ok(deleteView, { id: own.id }, ann);
    expect((await observed(ann)).map(([name]) => name)).toEqual(['For all', 'Mine']);
  });

  it('are a hundred a list, and no more', async () => {
    const { rows } = await server.app.database.owner.query(
      `insert into list_view (company_id, list_id, user_id, name, query) select $1, 'full', $2, 'n' || n, '{}' from generate_series(1, 100) n returning id`,
      [main.companyId, ann.userId],
    );
    expect(rows).toHaveLength(100);
    const more = { listId: 'full', query: {} };
    expect((await server.call(saveView, { ...more, name: 'one more' }, ann)).status).toBe(409);
    await server.ok(saveView, { ...more, name: 'n7' }, ann);
  });

  it('that are shared outlive the account that made them', async () => {
    await server.app.database.inCompany(main.ctx, (tx) =>
      userRemoving.call(tx, { userId: ann.userId, userLoginId: ann.userLoginId }),
    );
    expect(await observed(ann)).toEqual([['For all', true, true, true]]);
    expect(await observed(main)).toEqual([['For all', false, true, true]]);
  });
});
