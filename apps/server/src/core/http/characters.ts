import { storableText } from '@tradewind/connectors/storable.ts';
import type { Language } from '../context.ts';
import type { FieldProblem } from '../errors.ts';
import { say } from '../text/texts.ts';

/** More of them help nobody. */
const MOST_NAMED = 50;
/** No input of ours is as deep; reading what is endlessly deep would overflow the stack. */
const DEEPEST = 60;

/**
 * The fields of an input whose text no database holds (NUL, half of a UTF-16 pair), and those that hold lists within
 * lists without end.
 */
export function unstorable(input: unknown, language: Language): FieldProblem[] {
  const problems = new Map<string, string>();
  const note = (path: readonly string[], code: string) => {
    if (problems.size < MOST_NAMED) problems.set(path.map(shown).join('.'), say(language, code));
  };
  const waiting: { path: string[]; value: object }[] = [];
  const look = (path: string[], value: unknown) => {
    if (typeof value === 'string' && !isStorable(value)) note(path, 'core.badCharacters');
    if (typeof value === 'object' && value !== null) waiting.push({ path, value });
  };
  look([], input);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value } = next;
    if (path.length >= DEEPEST) note(path.slice(0, 1), 'core.tooDeep');
    else
      for (const [name, inner] of Object.entries(value)) {
        if (!isStorable(name)) note([...path, name], 'core.badCharacters');
        if (typeof inner === 'string' || typeof inner === 'object') look([...path, name], inner);
      }
  }
  return [...problems].map(([path, message]) => ({ path, message }));
}

const isStorable = (text: string) => storableText(text) === text;
const shown = (name: string) => storableText(name).slice(0, 100);
