import type { previewRights } from '@tradewind/contract/access.ts';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { Language } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { forbidden } from '../../core/errors.ts';
import { scopeOf } from './departments.ts';
import { type Grant, readModels, withAll } from './grant.ts';
import { type Holder, holderNamed, holdersNamed, holdersOfDepartment } from './members.ts';
import { assertKnown, kept, type Places, placesOf } from './places.ts';
import { type DepartmentTurn, departmentSentences, describeAll, type Sentence, type Turn } from './preview-words.ts';
import { roleOf, withRole } from './role.ts';

type Change = ParsedOf<typeof previewRights>['change'];

/** What a change grants and removes, compared with the database now. */
export async function preview(tx: Tx, language: Language, change: Change): Promise<ResultOf<typeof previewRights>> {
  const places = await placesOf(tx);
  const { turns, department } = await turnsOf(tx, change, places);
  if (turns.some(({ holder }) => holder.mainAccount)) throw forbidden('access.mainAccount');
  const notify = (gives: boolean): Sentence[] => [
    ...(department ? departmentSentences(department, places, language, gives) : []),
    ...describeAll(turns, places, language, gives),
  ];
  return { members: turns.length, sentences: [...notify(true), ...notify(false)] };
}

const effective = (holder: Holder, grant: Grant): Grant => ({
  ...grant,
  shops: withAll(grant.shops, holder.departmentShops),
  warehouses: withAll(grant.warehouses, holder.departmentWarehouses),
});

/** Whose view changes; for a department also what it gives to later members. */
async function turnsOf(
  tx: Tx,
  change: Change,
  places: Places,
): Promise<{ turns: Turn[]; department?: DepartmentTurn }> {
  if (change.kind === 'role') {
    const { grant } = await roleOf(tx, change.id);
    const holders = await holdersNamed(tx, change.userLoginIds);
    const turns = holders.map((holder) => ({
      holder,
      before: effective(holder, holder.grant),
      after: effective(holder, withRole(holder.grant, grant, change.mode)),
    }));
    return { turns };
  }
  assertKnown(places, change);
  if (change.kind === 'member') {
    const holder = await holderNamed(tx, change.userLoginId);
    const after: Grant = {
      ...readModels(change.models),
      base: new Set(change.permissions),
      shops: kept(tx.rights, 'shops', holder.grant.shops, change.shopIds),
      warehouses: kept(tx.rights, 'warehouses', holder.grant.warehouses, change.warehouseIds),
    };
    return { turns: [{ holder, before: effective(holder, holder.grant), after: effective(holder, after) }] };
  }
  const scope = await scopeOf(tx, change.departmentId);
  const shops = withAll(kept(tx.rights, 'shops', scope.shops, change.shopIds), scope.own);
  const warehouses = kept(tx.rights, 'warehouses', scope.warehouses, change.warehouseIds);
  const turns = (await holdersOfDepartment(tx, change.departmentId)).map((holder) => ({
    holder,
    before: effective(holder, holder.grant),
    after: effective({ ...holder, departmentShops: shops, departmentWarehouses: warehouses }, holder.grant),
  }));
  const before = { shops: withAll(scope.shops, scope.own), warehouses: scope.warehouses };
  return { turns, department: { name: scope.name, before, after: { shops, warehouses } } };
}
