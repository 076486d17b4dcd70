import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBusyWorld } from '../../areas/integrity/integrity.testing.ts';
import { ownServer, type TestServer } from '../../testing/harness.ts';

/**
 * Known before a company is, or unique over all companies; small, and without data of a company's business. A table
 * that becomes global has to be added here, with its reason.
 */
const GLOBAL: Record<string, string> = {
  company: 'the tenants; its policy is on its own id',
  login: 'which account a login id names',
  session: 'which user a token belongs to',
  pending_sign_in: 'which user may add a code to their password',
  captcha: 'drawn for visitors',
  throttle: 'tries of addresses and login ids',
  one_time_key: 'keys of mailed links, by hash',
  platform_shop: 'which shop a push of a platform is for',
  tracked_parcel: 'which parcel a tracking number of the public timeline means',
  push_delivery: 'pushes that were seen',
  plan: 'the plans on offer',
  bulletin: 'what the provider tells all companies',
  schema_migration: 'the schema’s own',
  worker_heartbeat: 'the job runners’ own',
  company_removal: 'what was removed of companies that are gone',
};
const APPEND_ONLY = [
  'stock_movement',
  'cost_issue',
  'warehouse_prepayment',
  'ledger_entry',
  'ledger_line',
  'finance_figure',
  'document_event',
  'tracking_event',
  'audit_entry',
  'buyer_read',
];

let server: TestServer;
let own: number;
let foreign: number;
let tables: string[];
const owner = async <T>(text: string, values: unknown[] = []) =>
  (await server.app.database.owner.query(text, values)).rows as T[];

beforeAll(async () => {
  server = await ownServer();
  own = (await openBusyWorld(server)).main.companyId;
  foreign = (await openBusyWorld(server)).main.companyId;
  tables = (
    await owner<{ name: string }>(`select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname`)
  ).map((row) => row.name);
});
afterAll(() => server.close());

const companyTables = () => tables.filter((name) => !(name in GLOBAL));

/** As the application's role, bound to a company or (null) to none. */
async function asApp<T>(
  company: number | null,
  text: string,
  values: unknown[] = [],
): Promise<{ rows: T[]; count: number }> {
  const client = await server.app.database.pool.connect();
  try {
    await client.query(`begin; ${company === null ? '' : `set local app.company = '${company}'`}`);
    const { rows, rowCount } = await client.query(text, values);
    return { rows: rows as T[], count: rowCount ?? 0 };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('the application’s role', () => {
  it('is neither a superuser nor above policies, owns nothing and belongs to no other role', async () => {
    const [role] = await owner(`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
      (select count(*)::int from pg_auth_members where member = r.oid) as memberships from pg_roles r where rolname = 'tradewind_app'`);
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      memberships: 0,
    });
    const owned = await owner(`select relname from pg_class where relowner = 'tradewind_app'::regrole
      union all select proname from pg_proc where proowner = 'tradewind_app'::regrole`);
    expect(owned).toEqual([]);
    const [now] = (await asApp<{ user: string }>(own, 'select current_user as user')).rows;
    expect(now?.user).toBe('tradewind_app');
  });

  it.each(APPEND_ONLY)('cannot change or remove what stands in %s', async (table) => {
    await expect(
      asApp(own, `update ${table} set company_id = company_id where company_id = $1`, [own]),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(asApp(own, `delete from ${table} where company_id = $1`, [own])).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('cannot make tables or look at the job queue past its functions', async () => {
    await expect(asApp(own, 'create table mine (a int)')).rejects.toMatchObject({ code: '42501' });
    await expect(asApp(own, 'select * from graphile_worker._private_jobs')).rejects.toMatchObject({ code: '42501' });
  });

  it('reaches the owner’s rights only through functions that nobody can bend', async () => {
    const loose = await owner(`select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
      and (proconfig is null or not exists (select from unnest(proconfig) c where c like 'search_path=%pg_temp')
        or has_function_privilege('public', oid, 'execute'))`);
    expect(loose).toEqual([]);
  });

  it('adds jobs for the bound company only', async () => {
    const job = (company: number) => JSON.stringify([{ task: 'orders.reserve', payload: { companyId: company } }]);
    await asApp(own, 'select app_add_jobs($1::jsonb)', [job(own)]);
    await expect(asApp(own, 'select app_add_jobs($1::jsonb)', [job(foreign)])).rejects.toThrow('bound to');
    await expect(asApp(null, 'select app_add_jobs($1::jsonb)', [job(own)])).rejects.toThrow('bound to');
  });
});

describe('every table', () => {
  it('is a company’s, or global on purpose', async () => {
    expect(Object.keys(GLOBAL).filter((name) => !tables.includes(name))).toEqual([]);
    const without = await owner<{ name: string }>(
      `select c.relname as name from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> all($1)
        and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull)`,
      [Object.keys(GLOBAL)],
    );
    expect(without).toEqual([]);
  });

  it('of a company has it first in its primary key and in every unique index', async () => {
    const wrong = await owner(
      `select c.relname as table, i.relname as index from pg_index x
      join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and x.indisunique and a.attname is distinct from 'company_id'`,
      [companyTables()],
    );
    expect(wrong).toEqual([]);
    const keyless = await owner(
      `select relname from pg_class c where relnamespace = 'public'::regnamespace and relname = any($1)
      and not exists (select from pg_index x where x.indrelid = c.oid and x.indisprimary)`,
      [companyTables()],
    );
    expect(keyless).toEqual([]);
  });

  it('has company_id first on both sides of every foreign key', async () => {
    const wrong = await owner(`select conname from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and (a.attname <> 'company_id' or b.attname <> 'company_id')`);
    expect(wrong).toEqual([]);
  });

  it('that is referred to is read by its key in a database that was never analyzed, not company by company', async () => {
    const keys = await owner<{ name: string }>(
      `select distinct confrelid::regclass::text as name from pg_constraint k where contype = 'f' and connamespace = 'public'::regnamespace
        and (select array_agg(a.attname order by n) from unnest(confkey) with ordinality x(num, n)
          join pg_attribute a on a.attrelid = confrelid and a.attnum = x.num) = array['company_id', 'id']::name[] order by 1`,
    );
    expect(keys.length).toBeGreaterThan(50);
    const wrong: string[] = [];
    const client = await server.app.database.pool.connect();
    for (const { name } of keys) {
      // As PostgreSQL looks up what a new row refers to.
      await client.query(
        `prepare referred(int, bigint) as select 1 from only ${name} x where company_id = $1 and id = $2`,
      );
      const { rows } = await client.query('explain execute referred(1, 1)');
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      if (!plan.includes('((company_id = $1) AND (id = $2))')) wrong.push(`${name}: ${plan}`);
      await client.query('deallocate referred');
    }
    client.release();
    expect(wrong).toEqual([]);
  });

  it('of a company has row-level security with a policy on reading and writing', async () => {
    const wrong = await owner(
      `select c.relname, c.relrowsecurity, p.polcmd, pg_get_expr(p.polqual, p.polrelid) as using,
        pg_get_expr(p.polwithcheck, p.polrelid) as "check"
      from pg_class c left join pg_policy p on p.polrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
        and (not c.relrowsecurity or p.polcmd is distinct from '*'
          or coalesce(pg_get_expr(p.polqual, p.polrelid), '') not like '(company_id = (NULLIF(current_setting(''app.company''%'
          or coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') not like '(company_id = (NULLIF(current_setting(''app.company''%')`,
      [companyTables()],
    );
    expect(wrong).toEqual([]);
  });
});

describe('rows of another company', () => {
  it('are there, in most tables, for this test to mean something', async () => {
    const filled = [];
    for (const table of companyTables())
      if ((await owner(`select 1 from ${table} where company_id = $1 limit 1`, [foreign])).length > 0)
        filled.push(table);
    expect(filled.length).toBeGreaterThan(20);
  });

  it('cannot be seen, changed or removed, and none are seen where no company is bound', async () => {
    for (const table of companyTables()) {
      expect([table, (await asApp(own, `select 1 from ${table} where company_id <> $1 limit 1`, [own])).count]).toEqual(
        [table, 0],
      );
      expect([table, (await asApp(null, `select 1 from ${table} limit 1`)).count]).toEqual([table, 0]);
      if (APPEND_ONLY.includes(table)) continue;
      const where = `where company_id = ${foreign}`;
      expect([table, (await asApp(own, `delete from ${table} ${where}`)).count]).toEqual([table, 0]);
      expect([table, (await asApp(own, `update ${table} set company_id = ${own} ${where}`)).count]).toEqual([table, 0]);
    }
    expect((await asApp(own, 'select id from company')).rows).toEqual([{ id: own }]);
  });

  it('cannot be put there', async () => {
    let tried = 0;
    for (const table of companyTables()) {
      const [row] = await owner<{ row: object }>(
        `select to_jsonb(t) as row from ${table} t where company_id = $1 limit 1`,
        [foreign],
      );
      if (!row) continue;
      const columns = (
        await owner<{ name: string }>(
          `select quote_ident(attname) as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
          [table],
        )
      )
        .map((c) => c.name)
        .join(', ');
      const copy = `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)`;
      const refused = await asApp(own, copy, [JSON.stringify(row.row)]).catch(
        (error: { code: string; message: string }) => error,
      );
      expect([table, refused]).toMatchObject([
        table,
        { code: '42501', message: expect.stringContaining('row-level security') },
      ]);
      tried++;
    }
    expect(tried).toBeGreaterThan(20);
  });

  it('cannot be reached by moving an own row there', async () => {
    await expect(
      asApp(own, `update product set company_id = ${foreign} where company_id = ${own}`),
    ).rejects.toMatchObject({ code: '42501' });
  });
});
