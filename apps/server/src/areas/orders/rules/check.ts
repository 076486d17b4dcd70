import { type OrderRule, RULE_NUMBERS, type RuleProblem } from '@tradewind/contract/orders.ts';
import { type Condition, desiredOf, type Field, rangeOf, says } from './rules.ts';

type Requested = Pick<OrderRule, 'id' | 'name' | 'kind' | 'enabled' | 'conditions' | 'action'>;

/** An order may have several values of these fields: two of them may match two conditions. */
const SEVERAL: readonly Field[] = ['sku', 'tag'];
const isNumber = (field: Field): boolean => RULE_NUMBERS.some((name) => name === field);
/** Conditions on the units of different SKUs are independent. */
const subjectOf = ({ field, of = '' }: Condition) => (field === 'skuUnits' ? `${field} ${of.toLowerCase()}` : field);

/** The values that all conditions on a field allow. Only certain exclusions count; unknown means allowed. */
interface Room {
  /** Undefined: any value that is not excluded. */
  allowed: Set<string> | undefined;
  min: number;
  max: number;
  conditions: readonly Condition[];
}

function roomOf(conditions: readonly Condition[]): Room {
  const room: Room = { allowed: undefined, min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY, conditions };
  const narrow = (values: readonly string[]) => {
    const known = room.allowed;
    room.allowed = new Set(known ? values.filter((value) => known.has(value)) : values);
  };
  for (const { operator, value } of conditions) {
    const desired = desiredOf(value);
    const number = Number(desired[0]);
    if (operator === 'is') narrow(desired.slice(0, 1));
    if (operator === 'in') narrow(desired);
    if (operator === 'atLeast') room.min = Math.max(room.min, number);
    if (operator === 'atMost') room.max = Math.min(room.max, number);
  }
  return room;
}

const empty = (room: Room): boolean => {
  const { conditions, allowed, min, max } = room;
  if (min > max) return true;
  const operators = conditions.map(({ operator }) => operator);
  if (operators.includes('isEmpty') && conditions.some(speaksOfSomething)) return true;
  return allowed !== undefined && [...allowed].every((value) => conditions.some((each) => !says(each, [value])));
};

/** Whether the condition never matches an empty field. */
function speaksOfSomething({ operator, value }: Condition): boolean {
  if (operator === 'isNotEmpty' || operator === 'inRange' || operator === 'atLeast' || operator === 'atMost')
    return true;
  return (
    ['is', 'in', 'contains', 'startsWith'].includes(operator) && desiredOf(value).every((word) => word.trim() !== '')
  );
}

/** The field whose conditions contradict each other. */
export function contradiction(conditions: readonly Condition[]): Field | undefined {
  for (const group of Map.groupBy(conditions, subjectOf).values()) {
    const [{ field }] = group as [Condition];
    if (SEVERAL.includes(field) ? severalContradict(group) : empty(roomOf(group))) return field;
  }
  return undefined;
}

/** For fields with several values: one is required, and all that would match are excluded. */
function severalContradict(conditions: readonly Condition[]): boolean {
  const excluded = new Set(
    conditions.flatMap(({ operator, value }) =>
      operator === 'notIn' ? desiredOf(value) : operator === 'isNot' ? desiredOf(value).slice(0, 1) : [],
    ),
  );
  const nothing = conditions.some(({ operator }) => operator === 'isEmpty');
  return conditions.some((each) => {
    if (nothing && speaksOfSomething(each)) return true;
    const desired = desiredOf(each.value);
    if (each.operator === 'is') return excluded.has(desired[0] ?? '');
    return each.operator === 'in' && desired.every((value) => excluded.has(value));
  });
}

/** Whether every order that matches `conditions` also matches `asked`. False when not certain. */
export function implies(conditions: readonly Condition[], requested: Condition): boolean {
  const same = conditions.filter((each) => subjectOf(each) === subjectOf(requested));
  if (same.some((each) => single(each, requested))) return true;
  if (SEVERAL.includes(requested.field)) return false;
  const { allowed, min, max } = roomOf(same);
  if (allowed)
    return [...allowed].every((value) => says(requested, [value]) || same.some((each) => !says(each, [value])));
  const number = Number(desiredOf(requested.value)[0]);
  // Without a bound, the number may be unknown and then matches neither comparison.
  if (requested.operator === 'atLeast') return isNumber(requested.field) && min >= number;
  if (requested.operator === 'atMost') return isNumber(requested.field) && max <= number;
  return false;
}

/** Whether one condition is at least as strict as the other. */
function single(strict: Condition, requested: Condition): boolean {
  const [had, desired] = [desiredOf(strict.value), desiredOf(requested.value)];
  const has = `${strict.operator}/${requested.operator}`;
  if (strict.operator === requested.operator && JSON.stringify(had) === JSON.stringify(desired)) return true;
  switch (has) {
    case 'in/in':
    case 'is/in':
      return (strict.operator === 'is' ? had.slice(0, 1) : had).every((value) => desired.includes(value));
    case 'in/is':
      return had.every((value) => value === desired[0]);
    case 'notIn/notIn':
    case 'notIn/isNot':
      return (requested.operator === 'isNot' ? desired.slice(0, 1) : desired).every((value) => had.includes(value));
    case 'isNot/notIn':
      return desired.every((value) => value === had[0]);
    case 'contains/contains':
      return (had[0] ?? '').includes(desired[0] ?? '');
    case 'startsWith/startsWith':
      return (had[0] ?? '').startsWith(desired[0] ?? '');
    case 'startsWith/contains':
      return (had[0] ?? '').includes(desired[0] ?? '');
    default:
      return (
        requested.operator === 'isNotEmpty' &&
        speaksOfSomething(strict) &&
        !['atLeast', 'atMost'].includes(strict.operator)
      );
  }
}

/**
 * Problems that need no orders to find.
 * @param gone targets that do not exist or are disabled
 * @param passed rules that may pass some matching orders on to the next rule, so they shadow none
 */
export function problemsOf(
  rules: readonly Requested[],
  gone: (rule: Requested) => boolean,
  passed: (rule: Requested) => boolean = () => false,
): RuleProblem[] {
  const found: RuleProblem[] = [];
  for (const [at, rule] of rules.entries()) {
    if (!rule.enabled) continue;
    const about = { kind: rule.kind, rule: rule.name, ruleId: rule.id };
    if (gone(rule)) found.push({ problem: 'gone', ...about });
    const field = contradiction(rule.conditions);
    if (field) {
      found.push({ problem: 'contradiction', ...about, field });
      continue;
    }
    // All matching tag rules apply, so none shadows another.
    if (rule.kind === 'tag') continue;
    const before = rules
      .slice(0, at)
      .find(
        (other) =>
          other.enabled && other.kind === rule.kind && !passed(other) && covers(other.conditions, rule.conditions),
      );
    if (before) found.push({ problem: 'shadowed', ...about, by: before.name });
  }
  return found;
}

const covers = (wide: readonly Condition[], narrow: readonly Condition[]): boolean =>
  wide.every((condition) => implies(narrow, condition));

/** Whether the range is well formed. */
export const isRange = (value: string): boolean => rangeOf(value) !== undefined;
