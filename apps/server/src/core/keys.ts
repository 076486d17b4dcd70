import type { KeyField } from '@tradewind/connectors/types.ts';
import type { KeyField as Shown } from '@tradewind/contract/keys.ts';
import type { App } from './app.ts';

type Keys = Readonly<Record<string, string>>;

/** Whether accounts of this installation may speak to stand-ins. */
export const trials = (app: App): boolean => app.config.sandbox || !app.config.production;

export const namedOf = ([zh, en]: readonly [string, string]) => ({ zh, en });

/** As a form shows them. */
export const shownFields = (fields: readonly KeyField[]): Shown[] =>
  fields.map(({ options, ...field }) => ({
    ...field,
    label: namedOf(field.label),
    ...(options ? { options: options.map(({ value, label }) => ({ value, label: namedOf(label) })) } : {}),
  }));

/** Stored keys without the secret ones, which are empty. */
export const openKeys = (fields: readonly KeyField[], known: Keys): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, secret }) => [name, secret ? '' : (known[name] ?? '')]));

/** What was typed; an empty field keeps what is stored. */
export const mergedKeys = (fields: readonly KeyField[], typed: Keys, known: Keys = {}): Record<string, string> =>
  Object.fromEntries(fields.map(({ name }) => [name, typed[name] || (known[name] ?? '')]));
