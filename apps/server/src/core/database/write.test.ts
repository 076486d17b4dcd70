import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { wholesaleCustomer } from '../../areas/wholesale/wholesale.tables.ts';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import type { Ctx } from '../context.ts';
import { sql } from './sql.ts';
import { insertRows, updateRows } from './write.ts';

type Customers = typeof wholesaleCustomer;
let server: TestServer;
let main: Person & { ctx: Ctx };
let other: Person & { ctx: Ctx };
beforeAll(async () => {
  server = await testServer();
  main = await server.company();
  other = await server.company();
});

const all = (ctx: Ctx) =>
  server.app.database.inCompany(ctx, (tx) =>
    tx.rows<{ id: number; name: string; remark: string; depositPercent: string; contacts: unknown[]; version: number }>(
      sql`select id, name, remark, deposit_percent::float8::text as deposit_percent, contacts, version
        from wholesale_customer order by id`,
    ),
  );
const write = (ctx: Ctx, query: ReturnType<typeof insertRows>) =>
  server.app.database.inCompany(ctx, (tx) => tx.rows<{ id: number }>(query));
const made = { taxId: '', language: 'en' as const, currency: 'EUR', contacts: [], address: null };

describe('rows that are written', () => {
  it('come back as they were, whatever their text, with defaults where they said nothing', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((value) => !value.includes('\0'));
    const customers = fc.uniqueArray(
      fc.record({ name: text, remark: text, deposit: fc.integer({ min: 0, max: 100 }), contact: text }),
      { minLength: 1, maxLength: 20, selector: ({ name }) => name },
    );
    await fc.assert(
      fc.asyncProperty(customers, async (rows) => {
        await write(main.ctx, sql`delete from wholesale_customer where company_id = ${sql.company}`);
        const ids = await write(
          main.ctx,
          sql`${insertRows<Customers>(
            'wholesale_customer',
            rows.map(({ name, remark, deposit, contact }) => ({
              ...{ ...made, name, remark, depositPercent: String(deposit) },
              contacts: [{ name: contact, email: '', phone: '' }],
            })),
          )} returning id`,
        );
        expect(await all(main.ctx)).toEqual(
          rows.map(({ name, remark, deposit, contact }, at) => ({
            ...{ id: ids[at]?.id, name, remark, depositPercent: String(deposit), version: 1 },
            contacts: [{ name: contact, email: '', phone: '' }],
          })),
        );
      }),
      { numRuns: runs(20, 500) },
    );
  });

  it('change in what is said of them, and no other company’s rows', async () => {
    await write(main.ctx, sql`delete from wholesale_customer where company_id = ${sql.company}`);
    const [a, b] = await write(
      main.ctx,
      sql`${insertRows<Customers>('wholesale_customer', [
        { ...made, name: 'A', remark: 'kept' },
        { ...made, name: 'B', remark: 'kept' },
      ])} returning id`,
    );
    const [theirs] = await write(
      other.ctx,
      sql`${insertRows<Customers>('wholesale_customer', [{ ...made, name: 'C' }])} returning id`,
    );
    const again = [sql`version = wholesale_customer.version + 1`];
    const changes = [
      { id: b?.id ?? 0, name: 'B2' },
      { id: theirs?.id ?? 0, name: 'stolen' },
    ];
    const changed = await write(
      main.ctx,
      sql`${updateRows<Customers>('wholesale_customer', changes, again)} returning wholesale_customer.id`,
    );
    expect(changed).toEqual([{ id: b?.id }]);
    const rows = (await all(main.ctx)).map(({ id, name, remark, version }) => [id, name, remark, version]);
    expect(rows).toEqual([
      [a?.id, 'A', 'kept', 1],
      [b?.id, 'B2', 'kept', 2],
    ]);
    expect((await all(other.ctx)).map(({ name }) => name)).toEqual(['C']);
  });
});
