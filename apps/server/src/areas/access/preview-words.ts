import type { previewRights } from '@tradewind/contract/access.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import type { Language } from '../../core/context.ts';
import { say } from '../../core/text/texts.ts';
import { type Grant, gained, without } from './grant.ts';
import type { Holder } from './members.ts';
import { moduleOf } from './modules.ts';
import type { Places } from './places.ts';

export type Sentence = ResultOf<typeof previewRights>['sentences'][number];
/** Everything that a member sees before and after, including what the department gives. */
export interface Turn {
  holder: Holder;
  before: Grant;
  after: Grant;
}
type Observed = Pick<Grant, 'shops' | 'warehouses'>;
export interface DepartmentTurn {
  name: string;
  before: Observed;
  after: Observed;
}
const LONGEST_LIST = 6;
const SIDES = ['shops', 'warehouses'] as const;

/** What a department gives its members, also while it has none. */
export function departmentSentences(
  { name, before, after }: DepartmentTurn,
  places: Places,
  language: Language,
  gives: boolean,
): Sentence[] {
  return SIDES.flatMap((side) => {
    const items = gives ? without(after[side], before[side]) : without(before[side], after[side]);
    if (items.size === 0) return [];
    const key = `access.department${gives ? 'Gives' : 'Takes'}.${side}`;
    const text = say(language, key, { name, count: items.size, what: namesOf(items, places[side], language) });
    return [{ gives, text, people: [] }];
  });
}

/** Groups members with the same change into one sentence. */
export function describeAll(turns: readonly Turn[], places: Places, language: Language, gives: boolean): Sentence[] {
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

type Kind = 'modules' | `base:${string}` | 'shops' | 'warehouses' | `buttons:${number}`;

function kindsOf(difference: Grant, turn: Turn, gives: boolean): Map<Kind, Set<number | string>> {
  const kinds = new Map<Kind, Set<number | string>>();
  const put = (kind: Kind, item: number | string) => kinds.set(kind, (kinds.get(kind) ?? new Set()).add(item));
  for (const id of difference.modules) put('modules', id);
  const gone = gives ? new Set<number>() : without(turn.before.modules, turn.after.modules);
  for (const button of difference.buttons) {
    const [id = '', name = ''] = button.split(':');
    // A member who loses a module loses its buttons with it.
    if (!gone.has(Number(id))) put(`buttons:${Number(id)}`, name);
  }
  for (const name of difference.base) put(`base:${name}`, name);
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
  const who = whoOf(turns, language);
  if (kind === 'modules') {
    const ids = [...items].map(Number).sort((a, b) => a - b);
    const what = listed(
      ids.map((id) => moduleName(id, language)),
      language,
    );
    return say(language, `access.${verb}Modules`, { who, what });
  }
  if (kind === 'shops' || kind === 'warehouses') {
    const having = (name: string) => turns.filter(({ after }) => after.base.has(name)).length;
    const what = namesOf(items, places[kind], language);
    const key = kind === 'shops' ? `access.${verb}Shops` : `access.${verb}Warehouses`;
    return say(language, key, { who, what, count: items.size, cost: having('seeCost'), buyer: having('seeBuyer') });
  }
  const [group, of = ''] = kind.split(':');
  if (group === 'base') {
    const observed = (side: 'shops' | 'warehouses') =>
      new Set(turns.flatMap(({ before, after }) => [...(gives ? after : before)[side]])).size;
    const key = of === 'export' ? `access.${verb}Export` : `access.${verb}Base`;
    const what = say(language, `access.${of}`);
    return say(language, key, { who, what, shops: observed('shops'), warehouses: observed('warehouses') });
  }
  const what = listed(
    [...items].map((name) => say(language, `access.button.${name}`)),
    language,
  );
  return say(language, `access.${verb}Buttons`, { who, module: moduleName(Number(of), language), what });
}

/** One member by name, several by number and departments; names disabled ones separately. */
function whoOf(turns: readonly Turn[], language: Language): string {
  const [first] = turns;
  const off = turns.filter(({ holder }) => !holder.enabled).length;
  if (first && turns.length === 1)
    return off ? say(language, 'access.disabledOne', { name: first.holder.name }) : first.holder.name;
  const departments = [...new Set(turns.flatMap(({ holder }) => holder.departmentName ?? []))].sort();
  const where = departments.length > 0 ? [listed(departments, language)] : [];
  const apart = off ? [say(language, 'access.disabledOf', { count: off })] : [];
  const more = [...where, ...apart].join(language === 'zh' ? '；' : '; ');
  return say(language, more ? 'access.peopleOf' : 'access.people', { count: turns.length, more });
}

function moduleName(id: number, language: Language): string {
  const module = moduleOf(id);
  return (language === 'zh' ? module?.zh : module?.en) ?? String(id);
}

function namesOf(
  ids: ReadonlySet<number | string>,
  places: readonly { id: number; name: string }[],
  language: Language,
): string {
  const names = new Map(places.map((place) => [place.id, place.name]));
  return listed(
    [...ids].map((id) => names.get(Number(id)) ?? String(id)),
    language,
  );
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
