import {
  type DimensionName,
  describeReport,
  type ReportLine,
  type ReportName,
  type ReportQuery,
  type ReportResult,
  reportLines,
  runReport,
} from '@tradewind/contract/reports.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { Decimal } from '../../core/money.ts';
import type { Person, TestServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';

type Asking = Partial<ReportQuery> & Pick<ReportQuery, 'from' | 'to'>;

/** What a person sees of a report; `figure` finds a figure of its totals by name, or of a row by its first label. */
export async function shown(server: TestServer, person: Person, report: ReportName, query: Asking) {
  const result: ReportResult = await server.ok(
    runReport,
    { report, dimensions: [], order: 'desc', page: 1, pageSize: 200, ...query },
    person,
  );
  const figure = (measure: string, label?: string) => {
    const row = label === undefined ? result.totals : result.rows.find(({ labels }) => labels[0] === label);
    return row?.figures[result.measures.indexOf(measure as never)];
  };
  return { ...result, figure };
}

/** A report has the same totals however it is grouped, and its rows add up to them in `additive`. */
export async function addsUp(
  server: TestServer,
  person: Person,
  report: ReportName,
  { additive, ...query }: Asking & { additive: readonly string[] },
): Promise<void> {
  const { dimensions } = await server.ok(describeReport, { report }, person);
  const names = dimensions.map(({ name }) => name);
  const whole = (await shown(server, person, report, query)).totals.figures;
  const some = fc.uniqueArray(fc.constantFrom<DimensionName>(...names), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(some, async (by) => {
      const { rows, totals, measures } = await shown(server, person, report, { ...query, dimensions: by });
      expect(totals.figures).toEqual(whole);
      if (by.length === 0) return;
      for (const name of additive) {
        const at = measures.indexOf(name as never);
        const sum = rows.reduce((all, row) => all.plus(row.figures[at] ?? 0), new Decimal(0));
        expect(sum.toFixed()).toBe(new Decimal(whole[at] ?? 0).toFixed());
      }
    }),
    { numRuns: runs(10, 200) },
  );
}

/** All lines of a report, page by page. */
export async function allLines(
  server: TestServer,
  person: Person,
  report: ReportName,
  { from, to, filters, measures }: Asking,
  limit = 200,
): Promise<ReportLine[]> {
  const found: ReportLine[] = [];
  for (let after: string | undefined; ; ) {
    const page = await server.ok(
      reportLines,
      { report, from, to, limit, ...(filters && { filters }), ...(measures && { measures }), ...(after && { after }) },
      person,
    );
    found.push(...page.lines);
    if (page.next === null) return found;
    after = page.next;
  }
}

/** Any row of a report, however it is grouped, is the sum of its lines; no line comes twice. */
export async function opensIntoLines(
  server: TestServer,
  person: Person,
  report: ReportName,
  query: Asking,
): Promise<void> {
  const { dimensions, lines } = await server.ok(describeReport, { report }, person);
  const measures = lines?.measures ?? [];
  const names = dimensions.map(({ name }) => name);
  const some = fc.uniqueArray(fc.constantFrom<DimensionName>(...names), { maxLength: 3 });
  let opened = 0;
  await fc.assert(
    fc.asyncProperty(some, fc.nat(), fc.constantFrom(5, 40, 200), async (by, which, limit) => {
      const { rows, totals } = await shown(server, person, report, { ...query, dimensions: by, measures });
      const row = by.length === 0 ? { ...totals, keys: [] } : rows[which % rows.length];
      if (!row) return;
      const filters = { ...query.filters, ...Object.fromEntries(by.map((name, at) => [name, [row.keys[at] ?? '']])) };
      const found = await allLines(server, person, report, { ...query, filters, measures }, limit);
      opened += found.length;
      expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
      expect(found.map(({ day }) => day)).toEqual(
        found
          .map(({ day }) => day)
          .sort()
          .reverse(),
      );
      const cents = (value: string | Decimal | null | undefined) => new Decimal(value ?? 0).toFixed(2);
      const sums = measures.map((_, at) =>
        cents(found.reduce((all, { figures }) => all.plus(figures[at] ?? 0), new Decimal(0))),
      );
      expect([by, ...sums]).toEqual([by, ...row.figures.map(cents)]);
    }),
    { numRuns: runs(10, 200) },
  );
  expect(opened).toBeGreaterThan(0);
}
