import { z } from 'zod';
import type { Language } from '../context.ts';
import type { FieldProblem } from '../errors.ts';
import { say } from '../text/texts.ts';

const locales = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError };

/**
 * The pattern of decimal() and positiveDecimal() in the contract: the message names decimal places instead of a
 * pattern.
 */
const FIGURE = /\\d\{1,13\}\(\\\.\\d\{1,(\d+)\}\)\?/;
/** A figure that fails only because it is too large. */
const TOO_LARGE = /^-?\d{14,}(\.\d+)?$/;

/**
 * All problems of an input at once, each with the field's path, in the user's language. `given` separates missing
 * values from wrong ones.
 */
export function fieldProblems(error: z.ZodError, language: Language, input?: unknown): FieldProblem[] {
  return error.issues
    .flatMap((issue) => nearest(issue, input))
    .map((issue) => {
      if (issue.code === 'unrecognized_keys') {
        const path = [...issue.path, issue.keys.join(',')].join('.');
        return { path, message: say(language, 'core.unknownField', { names: issue.keys.join(', ') }) };
      }
      return { path: issue.path.join('.'), message: messageOf(issue, language, input) };
    });
}

/** Of an object that may have several shapes, the problems of the shape that it comes nearest to. */
function nearest(issue: z.core.$ZodIssue, input: unknown): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const value = valueAt(issue.path, input);
  if (typeof value !== 'object' || value === null) return [issue];
  const [best = [issue]] = [...issue.errors].sort((a, b) => a.length - b.length);
  return best.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

const valueAt = (path: PropertyKey[], input: unknown): unknown =>
  path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | null | undefined)?.[step], input);

function messageOf(issue: z.core.$ZodIssue, language: Language, input: unknown): string {
  const own = /^text:(.+)$/.exec(issue.message)?.[1];
  const value = valueAt(issue.path, input);
  if (own) return say(language, own);
  if (input !== undefined && (value === undefined || value === null || value === ''))
    return say(language, 'core.required');
  if (issue.code === 'invalid_union') return say(language, 'core.badChoice');
  if (issue.code === 'invalid_format' && issue.format === 'regex') {
    const places = FIGURE.exec(issue.pattern ?? '')?.[1];
    if (places && TOO_LARGE.test(String(value))) return say(language, 'core.tooManyDigits');
    return places ? say(language, 'core.badFigure', { places }) : say(language, 'core.badFormat');
  }
  const answered = locales[language](issue as never);
  return (typeof answered === 'string' ? answered : answered?.message) ?? issue.message;
}
