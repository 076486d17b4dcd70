import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import type { Ctx } from '../context.ts';
import { Database, type Tx } from './database.ts';
import { type SqlValue, sql } from './sql.ts';

let server: TestServer;
let ctx: Ctx;
let other: Ctx;
/** One connection only: what a transaction leaves behind, the next one finds. */
let database: Database;

beforeAll(async () => {
  server = await ownServer();
  ctx = (await server.company()).ctx;
  other = (await server.company('Other')).ctx;
  const urlOf = (pool: unknown) => (pool as { options: { connectionString: string } }).options.connectionString;
  database = new Database(
    { app: urlOf(server.app.database.pool), owner: urlOf(server.app.database.owner) },
    { appConnections: 1, onError: () => {} },
  );
});
afterAll(async () => {
  await database.close();
  await server.close();
});
beforeEach(() => server.app.database.owner.query('delete from document_number'));

const insert = (kind: string, last = 1) => sql`insert into document_number (company_id, kind, on_day, last)
  values (${sql.company}, ${kind}, '2026-01-01', ${last}) on conflict do nothing`;
const write = (tx: Tx, kind: string, last = 1) => tx.later(insert(kind, last));
const kinds = async (of: Ctx) => {
  const rows = await database.look(of, (tx) =>
    tx.rows<{ kind: string }>(sql`select kind from document_number order by kind`),
  );
  return rows.map((row) => row.kind);
};
const BROKEN = sql`select 1 / (select 0)`;
const broken = (tx: Tx) => tx.later(BROKEN);
const DIVISION = expect.objectContaining({ code: '22012' });

describe('statements of one turn', () => {
  it('each get their own answer', async () => {
    const answers = await database.inCompany(ctx, (tx) =>
      Promise.all(
        [...Array(20).keys()].map((n) => tx.rows<{ n: number }>(sql`select ${n}::int as n, ${sql.literal(n % 3)}`)),
      ),
    );
    expect(answers.map(([row]) => row?.n)).toEqual([...Array(20).keys()]);
  });

  it('see what those before them did', async () => {
    const observed = await database.inCompany(ctx, async (tx) => {
      write(tx, 'a');
      write(tx, 'b');
      return tx.rows(sql`select kind from document_number order by kind`);
    });
    expect(observed).toEqual([{ kind: 'a' }, { kind: 'b' }]);
  });

  it('behind a failing one fail with its error, those before keep their answers', async () => {
    const answered = await database
      .inCompany(ctx, async (tx) => {
        const all = await Promise.allSettled([
          tx.rows(sql`select 1 as one`),
          tx.rows(BROKEN),
          tx.rows(sql`select 2 as two`),
        ]);
        return { all, kept: await tx.rows(sql`select 3`).catch((error: { code: string }) => error.code) };
      })
      .catch((error: unknown) => error);
    expect(answered).toBeInstanceOf(Error);
    const all = await Promise.allSettled([
      database.look(ctx, (tx) => tx.rows(sql`select 2 as two`)),
      database.look(ctx, (tx) => tx.rows(BROKEN)),
      database.look(ctx, (tx) => tx.rows(sql`select 2 as two`)),
    ]);
    expect(all).toEqual([
      { status: 'fulfilled', value: [{ two: 2 }] },
      { status: 'rejected', reason: DIVISION },
      { status: 'fulfilled', value: [{ two: 2 }] },
    ]);
  });

  it('are planned once a connection from their second use on, whatever their values', async () => {
    const planned = () =>
      database.look(ctx, (tx) =>
        tx.rows(
          sql`select generic_plans + custom_plans as plans from pg_prepared_statements where statement like ${'select $1::int as planned%'}`,
        ),
      );
    const run = (n: number) => database.look(ctx, (tx) => tx.rows(sql`select ${n}::int as planned`));
    await run(1);
    expect(await planned()).toEqual([]);
    await run(2);
    await run(3);
    expect(await planned()).toEqual([{ plans: 2 }]);
  });
});

describe('a transaction', () => {
  it('writes what nobody waited for', async () => {
    await database.inCompany(ctx, (tx) => write(tx, 'late'));
    expect(await kinds(ctx)).toEqual(['late']);
    expect(await kinds(other)).toEqual([]);
  });

  it('writes nothing when what nobody waited for fails, and says why', async () => {
    const work = database.inCompany(ctx, (tx) => {
      write(tx, 'a');
      broken(tx);
      write(tx, 'b');
    });
    await expect(work).rejects.toEqual(DIVISION);
    expect(await kinds(ctx)).toEqual([]);
  });

  it('tells such a failure to whoever asks next', async () => {
    const work = database.inCompany(ctx, async (tx) => {
      broken(tx);
      await tx.rows(sql`select 1`);
      throw new Error('went on');
    });
    await expect(work).rejects.toEqual(DIVISION);
  });

  it('does not end well when a failure was swallowed', async () => {
    const work = database.inCompany(ctx, async (tx) => {
      write(tx, 'a');
      await tx.rows(BROKEN).catch(() => {});
    });
    await expect(work).rejects.toThrow('division by zero');
    expect(await kinds(ctx)).toEqual([]);
  });

  it('takes no statement after its end', async () => {
    let kept: Tx | undefined;
    await database.inCompany(ctx, (tx) => {
      kept = tx;
    });
    await expect(kept?.rows(sql`select 1`)).rejects.toThrow('after the end');
  });

  it('is repeated when the database asks for it, and leaves its work once', async () => {
    let tries = 0;
    await database.inCompany(ctx, async (tx) => {
      write(tx, `try${++tries}`);
      await tx.rows(sql`select 1`);
      if (tries < 3) throw Object.assign(new Error('deadlock'), { code: '40P01' });
    });
    expect(await kinds(ctx)).toEqual(['try3']);
  });

  it('fails cleanly when its connection is lost; the next one has a new connection', async () => {
    const work = database.inCompany(ctx, async (tx) => {
      write(tx, 'a');
      await Promise.all([tx.rows(sql`select pg_terminate_backend(pg_backend_pid())`), tx.rows(sql`select 1`)]);
    });
    await expect(work).rejects.toThrow();
    expect(await kinds(ctx)).toEqual([]);
  });

  it('leaves no company on its connection', async () => {
    await database.inCompany(ctx, (tx) => tx.rows(sql`select 1`));
    await database.look(ctx, (tx) => tx.rows(sql`select 1`));
    const [left] = await database.global(sql`select coalesce(current_setting('app.company', true), '') as company`);
    expect(left).toEqual({ company: '' });
  });
});

describe('work that only reads', () => {
  it('is refused to write', async () => {
    await expect(database.look(ctx, (tx) => tx.rows(insert('x')))).rejects.toEqual(
      expect.objectContaining({ code: '25006' }),
    );
  });

  it('keeps a setting for its own statements alone', async () => {
    const mode = () => sql`select current_setting('plan_cache_mode') as mode`;
    const [before] = await database.global(mode());
    const within = await database.look(ctx, async (tx) => {
      tx.set('plan_cache_mode', 'force_custom_plan');
      return [await tx.row(mode()), await tx.row(mode())];
    });
    expect(within).toEqual([{ mode: 'force_custom_plan' }, { mode: 'force_custom_plan' }]);
    expect(await database.global(mode())).toEqual([before]);
  });
});

describe('rows as JSON', () => {
  const rowOf = fc.record({
    text: fc.option(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '').toWellFormed())),
    int: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    big: fc.option(fc.maxSafeInteger()),
    yes: fc.option(fc.boolean()),
    amount: fc.option(
      fc.tuple(fc.maxSafeInteger(), fc.nat(99)).map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`),
    ),
    at: fc.option(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })),
    day: fc.option(fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })),
    doc: fc.option(fc.jsonValue()),
    list: fc.option(fc.array(fc.integer({ min: -9, max: 9 }))),
  });
  const rowWith = ([text, int, big, yes, amount, at, day, doc, list]: SqlValue[] = []) =>
    sql`select ${text ?? null}::text as text, ${int ?? null}::int as int, ${big ?? null}::bigint as big,
      ${yes ?? null}::boolean as yes, ${amount ?? null}::numeric as amount, ${at ?? null}::timestamptz as at,
      ${day ?? null}::date as day, ${doc ?? null}::jsonb as doc, ${list ?? null}::int[] as list`;

  it('say what the objects would', async () => {
    await fc.assert(
      fc.asyncProperty(rowOf, async (row) => {
        const values = Object.values({
          ...row,
          at: row.at?.toISOString() ?? null,
          day: row.day?.toISOString().slice(0, 10) ?? null,
          doc: row.doc === null ? null : JSON.stringify(row.doc).replaceAll('\\u0000', ''),
        });
        const [objects, texts] = await database.look(ctx, (tx) =>
          Promise.all([tx.rows(rowWith(values)), tx.json(rowWith(values))]),
        );
        expect(texts.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(objects)));
      }),
      { numRuns: runs(50, 1600) },
    );
  });

  it('give an instant as a Date would be written, whatever the zone of the connection', async () => {
    const instants = [
      '2026-02-03T04:05:06Z',
      '2026-02-03T04:05:06.7Z',
      '2026-02-03T04:05:06.789123Z',
      '0999-01-01T00:00:00Z',
    ];
    for (const zone of ['UTC', 'Asia/Shanghai', 'Asia/Kolkata'])
      await database.inCompany(ctx, async (tx) => {
        await tx.rows(sql`select set_config('timezone', ${zone}, true)`);
        for (const instant of instants)
          expect(await tx.json(sql`select ${instant}::timestamptz as at`)).toEqual([
            JSON.stringify({ at: new Date(instant) }),
          ]);
      });
  });
});

describe('a company whose work waits', () => {
  it('keeps nobody else waiting, however much of it there is', async () => {
    const { owner } = server.app.database;
    const holder = await owner.connect();
    await holder.query('select pg_advisory_lock(4711)');
    const works = Array.from({ length: 40 }, () =>
      server.app.database.inCompany(ctx, (tx) => tx.rows(sql`select pg_advisory_xact_lock_shared(4711)`)),
    );
    try {
      await server.until(async () => {
        const waits = await owner.query(
          `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`,
        );
        // As many as it may have beside others.
        return (waits.rowCount ?? 0) >= 6;
      });
      const found = await server.app.database.look(other, (tx) =>
        tx.row<{ id: number }>(sql`select ${sql.company}::int as id`),
      );
      expect(found?.id).toBe(other.companyId);
    } finally {
      await holder.query('select pg_advisory_unlock(4711)');
      holder.release();
    }
    expect(await Promise.all(works)).toHaveLength(40);
  });

  it('does not wait for its own turn where work opens work, however much of it begins at once', async () => {
    const { database: shared } = server.app;
    const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Beside another company it has all that it may with these.
    const neighbour = shared.inCompany(other, () => done.promise);
    let working = 0;
    const works = Array.from({ length: 6 }, () =>
      shared.inCompany(ctx, async (tx) => {
        await tx.rows(sql`select 1`);
        if (++working === 6) begun.resolve();
        await begun.promise;
        return shared.look(ctx, (inner) => inner.row(sql`select 1 as one`));
      }),
    );
    expect(await Promise.all(works)).toEqual(Array.from({ length: 6 }, () => ({ one: 1 })));
    done.resolve();
    await neighbour;
  });
});
