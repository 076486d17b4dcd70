import { isRecord } from '../http/types.ts';

/** How bodies are checked before anything is done: every fault with its place, in the words DHL uses. */
export type Rule = (value: unknown, at: string) => string[];

export const text =
  (most: number, least = 1, pattern?: RegExp): Rule =>
  (value, at) => {
    if (typeof value !== 'string') return [`${at}: expected type: String, found: ${kindOf(value)}`];
    if (value.length < least) return [`${at}: expected minLength: ${least}, actual: ${value.length}`];
    if (value.length > most) return [`${at}: expected maxLength: ${most}, actual: ${value.length}`];
    return pattern && !pattern.test(value) ? [`${at}: string [${value}] does not match pattern ${pattern.source}`] : [];
  };

export const oneOf =
  (...all: string[]): Rule =>
  (value, at) =>
    all.includes(String(value)) ? [] : [`${at}: ${String(value)} is not a valid enum value`];

/** At most three decimals. */
export const amount =
  (least: number, whole = false): Rule =>
  (value, at) => {
    if (typeof value !== 'number') return [`${at}: expected type: Number, found: ${kindOf(value)}`];
    if (value < least) return [`${at}: ${value} is not greater or equal to ${least}`];
    const step = whole ? 1 : 0.001;
    const steps = value / step;
    return Math.abs(steps - Math.round(steps)) > 1e-6 ? [`${at}: ${value} is not a multiple of ${step}`] : [];
  };

export const flag: Rule = (value, at) =>
  typeof value === 'boolean' ? [] : [`${at}: expected type: Boolean, found: ${kindOf(value)}`];

export const each =
  (rule: Rule, least: number, most: number): Rule =>
  (value, at) => {
    if (!Array.isArray(value)) return [`${at}: expected type: JSONArray, found: ${kindOf(value)}`];
    if (value.length < least) return [`${at}: expected minimum item count: ${least}, found: ${value.length}`];
    if (value.length > most) return [`${at}: expected maximum item count: ${most}, found: ${value.length}`];
    return value.flatMap((one, index) => rule(one, `${at}/${index}`));
  };

export const object =
  (required: Record<string, Rule>, optional: Record<string, Rule> = {}): Rule =>
  (value, at) => {
    if (!isRecord(value)) return [`${at}: expected type: JSONObject, found: ${kindOf(value)}`];
    const rules = { ...required, ...optional };
    const missing = Object.keys(required).filter((key) => value[key] === undefined);
    const strange = Object.keys(value).filter((key) => !(key in rules));
    return [
      ...missing.map((key) => `${at}: required key [${key}] not found`),
      ...strange.map((key) => `${at}: extraneous key [${key}] is not permitted`),
      ...Object.entries(value).flatMap(([key, one]) => rules[key]?.(one, `${at}/${key}`) ?? []),
    ];
  };

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'Null';
  if (Array.isArray(value)) return 'JSONArray';
  return { string: 'String', number: 'Number', boolean: 'Boolean' }[typeof value as string] ?? 'JSONObject';
}
