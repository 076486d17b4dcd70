import * as calls from '@tradewind/contract/catalog.ts';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';

let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await testServer();
  main = await server.company('Random families');
});

const AXES = [{ nameEn: 'Size' }];
/** A few fields of each type. Names stay filled, and the gross weight above the net one. */
const FIELDS = ['nameEn', 'brand', 'lengthCm', 'hsCode', 'battery', 'shelfLifeMonths'] as const;
type Field = (typeof FIELDS)[number];
const value: Record<Field, fc.Arbitrary<unknown>> = {
  nameEn: fc.constantFrom('One', 'Two', 'Three'),
  brand: fc.constantFrom('', 'A', 'B'),
  lengthCm: fc.constantFrom(null, '1', '2.5'),
  hsCode: fc.constantFrom('', '1001', '1002'),
  battery: fc.boolean(),
  shelfLifeMonths: fc.constantFrom(null, 0, 12),
};
type Values = Record<Field, unknown>;
const whole = fc.record(value) as fc.Arbitrary<Values>;
const at = fc.nat(2);
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('family' as const), values: whole }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      at,
      values: fc.record(value, { requiredKeys: [] }) as fc.Arbitrary<Partial<Values>>,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('drop' as const),
      at,
      fields: fc.subarray([...FIELDS], { minLength: 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('join' as const), at, keep: fc.boolean() }) },
  fc.record({ kind: fc.constant('leave' as const), at }),
);

interface Model {
  values: Values;
  /** Undefined: no variant. */
  own: Set<Field> | undefined;
}
let round = 0;

it('shows each variant its own values and else the family’s, whatever people do', async () => {
  await fc.assert(
    fc.asyncProperty(
      whole,
      fc.tuple(whole, whole, whole),
      fc.array(act, { maxLength: 12 }),
      async (start, products, acts) => {
        const mark = `R${++round}`;
        const family = { ...start };
        const made = await server.ok(calls.saveFamily, { code: mark, axes: AXES, ...start } as never, main);
        const familyId = made.id;
        let { version } = made;
        const models: Model[] = products.map((values) => ({ values: { ...values }, own: undefined }));
        const ids: number[] = [];
        for (const [n, values] of products.entries())
          ids.push((await server.ok(calls.addProduct, { sku: `${mark}-${n}`, ...values } as never, main)).id);
        const differing = (values: Values) => FIELDS.filter((field) => values[field] !== family[field]);

        for (const step of acts) {
          if (step.kind === 'family') {
            Object.assign(family, step.values);
            ({ version } = await server.ok(
              calls.saveFamily,
              { id: familyId, version, code: mark, axes: AXES, ...family } as never,
              main,
            ));
            for (const one of models)
              for (const field of FIELDS) if (one.own && !one.own.has(field)) one.values[field] = family[field];
            continue;
          }
          const [one, id] = [models[step.at] as Model, ids[step.at] as number];
          const now = (await server.ok(calls.findProduct, { id }, main)).version;
          if (step.kind === 'edit') {
            await server.ok(calls.editProduct, { id, version: now, ...step.values } as never, main);
            Object.assign(one.values, step.values);
          } else if (step.kind === 'drop') {
            await server.ok(calls.editProduct, { id, version: now, inherit: step.fields }, main);
            for (const field of step.fields) if (one.own?.delete(field)) one.values[field] = family[field];
          } else if (step.kind === 'join') {
            await server.ok(
              calls.joinFamily,
              { familyId, keep: step.keep, rows: [{ productId: id, axisValues: [`v${step.at}`] }] },
              main,
            );
            if (!one.own && !step.keep) Object.assign(one.values, family);
            one.own ??= new Set();
          } else {
            await server.ok(calls.leaveFamily, { ids: [id] }, main);
            one.own = undefined;
          }
          if (one.own) for (const field of differing(one.values)) one.own.add(field);
        }

        for (const [n, one] of models.entries()) {
          const found = await server.ok(calls.findProduct, { id: ids[n] as number }, main);
          expect(found).toMatchObject(one.values);
          const own = found.overrides.filter((field): field is Field => (FIELDS as readonly string[]).includes(field));
          expect(new Set(own)).toEqual(one.own ?? new Set());
          expect(found.familyId).toBe(one.own ? familyId : null);
        }
      },
    ),
    { numRuns: runs(12, 400) },
  );
});
