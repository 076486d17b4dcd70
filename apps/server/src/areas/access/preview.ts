import type { previewRights } from '@tradewind/contract/access.ts';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { Language } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { forbidden } from '../../core/errors.ts';
import { say } from '../../core/text/texts.ts';
import { scopeOf } from './departments.ts';
import { type Grant, gained, readModels, withAll, without } from './grant.ts';
import { type Holder, holderNamed, holdersNamed, holdersOfDepartment } from './members.ts';
import { moduleOf } from './modules.ts';
import { assertKnown, kept, type Places, placesOf } from './places.ts';
import { roleOf, withRole } from './role.ts';

type Change = ParsedOf<typeof previewRights>['change'];
type Sentence = ResultOf<typeof previewRights>['sentences'][number];
/** What somebody sees in all, before and after: what their department gives included. */
interface Turn {
  holder: Holder;
  before: Grant;
  after: Grant;
}
const LONGEST_LIST = 6;

/** What a change gives and takes, by the database as it is now. */
export async function preview(tx: Tx, language: Language, change: Change): Promise<ResultOf<typeof previewRights>> {
  const places = await placesOf(tx);
  const turns = await turnsOf(tx, change, places);
  if (turns.some(({ holder }) => holder.mainAccount)) throw forbidden('access.mainAccount');
  const sentences = [...tellAll(turns, places, language, true), ...tellAll(turns, places, language, false)];
  return { members: turns.length, sentences };
}

const effective = (holder: Holder, grant: Grant): Grant => ({
  ...grant,
  shops: withAll(grant.shops, holder.departmentShops),
  warehouses: withAll(grant.warehouses, holder.departmentWarehouses),
});

async function turnsOf(tx: Tx, change: Change, places: Places): Promise<Turn[]> {
  if (change.kind === 'role') {
    const { grant } = await roleOf(tx, change.id);
    const holders = await holdersNamed(tx, change.userLoginIds);
    return holders.map((holder) => ({
      holder,
      before: effective(holder, holder.grant),
      after: effective(holder, withRole(holder.grant, grant, change.mode)),
    }));
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
    return [{ holder, before: effective(holder, holder.grant), after: effective(holder, after) }];
  }
  const scope = await scopeOf(tx, change.departmentId);
  const shops = withAll(kept(tx.rights, 'shops', scope.shops, change.shopIds), scope.own);
  const warehouses = kept(tx.rights, 'warehouses', scope.warehouses, change.warehouseIds);
  return (await holdersOfDepartment(tx, change.departmentId)).map((holder) => ({
    holder,
    before: effective(holder, holder.grant),
    after: effective({ ...holder, departmentShops: shops, departmentWarehouses: warehouses }, holder.grant),
  }));
}

/** People to whom the same happens are told of together. */
function tellAll(turns: readonly Turn[], places: Places, language: Language, gives: boolean): Sentence[] {
  const groups = new Map<string, { turns: Turn[]; kind: Kind; items: Set<number | string> }>();
  const perKey = new Map<string, Map<Turn, Set<number | string>>>();
  for (const turn of turns) {
    const difference = gives ? gained(turn.before, turn.after) : gained(turn.after, turn.before);
    for (const [kind, items] of kindsOf(difference, turn, gives)) {
      const byTurn = perKey.get(kind) ?? new Map<Turn, Set<number | string>>();
      byTurn.set(turn, items);
      perKey.set(kind, byTurn);
    }
  }
  for (const [kind, byTurn] of perKey)
    for (const [turn, items] of byTurn) {
      const key = `${kind}|${[...items].sort().join()}`;
      const group = groups.get(key) ?? { turns: [], kind: kind as Kind, items };
      group.turns.push(turn);
      groups.set(key, group);
    }
  return [...groups.values()].map((group) => ({
    gives,
    text: textOf(group, places, language, gives),
    people: group.turns.map(({ holder }) => holder.name),
  }));
}

type Kind = 'modules' | 'base' | 'shops' | 'warehouses' | `buttons:${number}`;

function kindsOf(difference: Grant, turn: Turn, gives: boolean): Map<Kind, Set<number | string>> {
  const kinds = new Map<Kind, Set<number | string>>();
  const put = (kind: Kind, item: number | string) => kinds.set(kind, (kinds.get(kind) ?? new Set()).add(item));
  for (const id of difference.modules) put('modules', id);
  const gone = gives ? new Set<number>() : without(turn.before.modules, turn.after.modules);
  for (const button of difference.buttons) {
    const [id = '', name = ''] = button.split(':');
    // Whoever cannot open a module any more presses nothing in it.
    if (!gone.has(Number(id))) put(`buttons:${Number(id)}`, name);
  }
  for (const name of difference.base) put('base', name);
  for (const id of difference.shops) put('shops', id);
  for (const id of difference.warehouses) put('warehouses', id);
  return kinds;
}

function textOf(
  { turns, kind, items }: { turns: Turn[]; kind: Kind; items: Set<number | string> },
  places: Places,
  language: Language,
  gives: boolean,
): string {
  const verb = gives ? 'gives' : 'takes';
  const one = turns.length === 1 ? turns[0] : undefined;
  const who = one ? one.holder.name : say(language, 'access.people', { count: turns.length });
  const list = (names: string[]) => listed(names, language);
  const having = (name: string) => turns.filter(({ after }) => after.base.has(name)).length;
  if (kind === 'modules')
    return say(language, `access.${verb}Modules`, {
      who,
      what: list([...items].map((id) => moduleName(Number(id), language))),
    });
  if (kind === 'base') {
    const seen = (side: 'shops' | 'warehouses') =>
      new Set(turns.flatMap(({ before, after }) => [...(gives ? after : before)[side]])).size;
    const what = list([...items].map((name) => say(language, `access.${name}`)));
    return say(language, `access.${verb}Base`, { who, what, shops: seen('shops'), warehouses: seen('warehouses') });
  }
  if (kind === 'shops' || kind === 'warehouses') {
    const names = new Map(places[kind].map((place) => [place.id, place.name]));
    const what = list([...items].map((id) => names.get(Number(id)) ?? String(id)));
    const key = kind === 'shops' ? `access.${verb}Shops` : `access.${verb}Warehouses`;
    return say(language, key, { who, what, count: items.size, cost: having('seeCost'), buyer: having('seeBuyer') });
  }
  const module = moduleName(Number(kind.split(':')[1]), language);
  const what = list([...items].map((name) => say(language, `access.button.${name}`)));
  return say(language, `access.${verb}Buttons`, { who, module, what });
}

function moduleName(id: number, language: Language): string {
  const module = moduleOf(id);
  return (language === 'zh' ? module?.zh : module?.en) ?? String(id);
}

function listed(names: string[], language: Language): string {
  const comma = language === 'zh' ? '、' : ', ';
  if (names.length <= LONGEST_LIST) return names.join(comma);
  const shown = names.slice(0, LONGEST_LIST - 1);
  return say(language, 'access.more', {
    names: shown.join(comma),
    count: names.length,
    rest: names.length - shown.length,
  });
}
