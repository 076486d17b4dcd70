import type { Call } from '@tradewind/contract/call.ts';
import type { KeyField, Named } from '@tradewind/contract/keys.ts';
import type { FieldOf } from './form-drawer.tsx';

/**
 * Fields for the keys of an account outside. A stored secret stays when its field is left empty.
 * @param at where the keys lie in the input: "keys", "account.keys"
 * @param says what secret fields say: `kept` where a secret is stored, `help` for a new account
 */
export function keyFieldsOf<C extends Call>(
  keys: readonly KeyField[],
  nameOf: (name: Named) => string,
  at: string,
  says: { kept?: string; help?: string } = {},
): FieldOf<C>[] {
  const help = says.kept ?? says.help;
  return keys.map((key) => {
    const name = `${at}.${key.name}`;
    const label = nameOf(key.label);
    const field = key.options
      ? {
          ...{ kind: 'select', name, label, required: true },
          options: key.options.map((one) => ({ value: one.value, label: nameOf(one.label) })),
        }
      : {
          ...{ kind: key.secret ? 'password' : 'text', name, label, max: 2048 },
          required: !key.optional && !(key.secret && says.kept !== undefined),
          ...(key.secret && help !== undefined ? { help } : {}),
        };
    // The names of keys come as data: no type knows them.
    return field as FieldOf<C>;
  });
}

/** The first of each choice, for a new account. */
export const firstOptions = (keys: readonly KeyField[]): Record<string, string> =>
  Object.fromEntries(keys.flatMap(({ name, options }) => (options?.[0] ? [[name, options[0].value]] : [])));
