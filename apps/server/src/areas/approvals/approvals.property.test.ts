import { editUserAuditSettings } from '@tradewind/contract/approvals.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Fail } from '../../core/errors.ts';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import { asPerson, away, MODULE, received, registerTestDocument, submit } from './approvals.testing.ts';
import { decideDocument, withdrawRequest } from './decide.ts';

let server: TestServer;
beforeAll(async () => {
  registerTestDocument();
  server = await testServer();
});
afterAll(() => server.close());

const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('submit' as const), who: fc.nat(3), doc: fc.nat(2) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('approve' as const), who: fc.nat(3), doc: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reject' as const), who: fc.nat(3), doc: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), who: fc.nat(3), doc: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delegate' as const), who: fc.nat(3), doc: fc.nat(3) }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Refusals are expected; anything else is a bug. */
async function perform(people: Person[], base: number, { kind, who, doc }: Act): Promise<void> {
  const person = people[who];
  const other = people[doc];
  if (!person) throw new Error('no such person');
  const ctx = asPerson(person, who === 0);
  const { database } = server.app;
  try {
    if (kind === 'submit') await submit(server, person, base + doc);
    else if (kind === 'delegate') {
      if (other && other !== person) await away(server, person, other);
    } else if (kind === 'withdraw') {
      const open = await database.owner.query(
        `select id from approval_request where company_id = $1 and doc_id = $2 order by id desc limit 1`,
        [ctx.companyId, base + doc],
      );
      const id: unknown = open.rows[0]?.id;
      if (typeof id === 'number') await database.inCompany(ctx, (tx) => withdrawRequest(tx, id));
    } else {
      const verdict = { aud: kind === 'approve' ? ('approved' as const) : ('rejected' as const), remark: '' };
      await database.inCompany(ctx, (tx) => decideDocument(tx, MODULE, base + doc, verdict));
    }
  } catch (error) {
    if (!(error instanceof Fail)) throw error;
  }
}

it('whatever people do at once: one open request a document, a level decided once, no author decides', async () => {
  let base = 1000;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 6 }),
      async (lanes) => {
        const main = await server.company();
        const people: Person[] = [main];
        for (let i = 0; i < 3; i++) people.push(await server.member(main.companyId));
        const [, first, second, third] = people;
        if (!first || !second || !third) throw new Error('no people');
        const level = { modelId: MODULE, Approval: first.userId };
        await server.ok(editUserAuditSettings, { ...level, ToExamine: second.userId }, main);
        await server.ok(editUserAuditSettings, { ...level, Approval: third.userId, level: 2 }, main);
        base += 10;
        received.length = 0;
        // A lane is one connection: its acts run in turn, all lanes at once.
        await Promise.all(
          lanes.map(async (acts) => {
            // Impatient users: send each act three times, on three connections.
            for (const one of acts) await Promise.all([1, 2, 3].map(() => perform(people, base, one)));
          }),
        );
        await check(main.companyId);
      },
    ),
    { numRuns: runs(9, 200) },
  );
});

async function check(companyId: number): Promise<void> {
  const { rows: requests } = await server.app.database.owner.query(
    'select id, doc_id as "docId", state, author_id as "authorId", ended_at as "endedAt" from approval_request where company_id = $1',
    [companyId],
  );
  const { rows: steps } = await server.app.database.owner.query(
    `select request_id as "requestId", level, role, state, decided_by as "decidedBy" from approval_step
     where company_id = $1 order by request_id, level, role = 'approver'`,
    [companyId],
  );
  const { rows: events } = await server.app.database.owner.query(
    `select doc_id as "docId", event from document_event where company_id = $1 and doc_kind = 'test_document'`,
    [companyId],
  );
  const open = (state: string) => state === 'unaudited' || state === 'reviewing';
  const ends = { audited: 0, rejected: 0, withdrawn: 0 };
  const openDocs = requests.filter((request) => open(request.state)).map((request) => request.docId);
  expect(new Set(openDocs).size).toBe(openDocs.length);
  for (const request of requests) {
    const own = steps.filter((step) => step.requestId === request.id);
    const states: string[] = own.map((step) => step.state);
    // The author is never the only main account here unless they are the main account.
    const people = own.map((step) => step.decidedBy).filter((by) => by !== null);
    const { rows } = await server.app.database.owner.query(
      'select 1 from user_account where company_id = $1 and id = $2 and main_account',
      [companyId, request.authorId],
    );
    if (rows.length === 0) expect(people).not.toContain(request.authorId);
    expect(states.filter((state) => state === 'open')).toHaveLength(open(request.state) ? 1 : 0);
    const turn = states.findIndex((state) => state !== 'approved');
    if (request.state === 'audited') expect(turn).toBe(-1);
    else expect(states.slice(turn).includes('approved')).toBe(false);
    if (request.state === 'unaudited') expect(turn).toBe(0);
    if (request.state === 'rejected') expect(states[turn]).toBe('rejected');
    expect(request.endedAt === null).toBe(open(request.state));
    if (!open(request.state)) ends[request.state as keyof typeof ends]++;
  }
  // The document's area received every result exactly once.
  for (const state of ['audited', 'rejected', 'withdrawn'] as const) {
    expect(received.filter((word) => word.startsWith(state))).toHaveLength(ends[state]);
    expect(events.filter((event) => event.event === `approval.${state}`)).toHaveLength(ends[state]);
  }
}
