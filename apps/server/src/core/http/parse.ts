import { z } from 'zod';
import type { Language } from '../context.ts';
import type { FieldProblem } from '../errors.ts';
import { say } from '../text/texts.ts';

const locales = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError };

/** All problems of an input at once, each with the field's path, in the user's language. */
export function fieldProblems(error: z.ZodError, language: Language): FieldProblem[] {
  return error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys')
      return {
        path: issue.keys.join(','),
        message: say(language, 'core.unknownField', { names: issue.keys.join(', ') }),
      };
    const told = locales[language](issue as never);
    const message = typeof told === 'string' ? told : (told?.message ?? issue.message);
    return { path: issue.path.join('.'), message };
  });
}
