import { GraphQLError, type GraphQLResolveInfo, getDirectiveValues } from 'graphql';
import { text } from '../http/types.ts';
import type { StoreView } from './stockViews.ts';

export interface CodedError {
  field: string[];
  message: string;
  code: string;
}

/**
 * Runs a mutation that carries @idempotent, which is mandatory from 2026-04 on: the same key with the same parameters
 * has the first answer again, with others it is refused. What was refused is not kept.
 * Source: "Making idempotency mandatory".
 */
export function once<R extends { userErrors: readonly unknown[] }>(
  view: StoreView,
  info: GraphQLResolveInfo,
  version: string,
  input: unknown,
  work: { run: () => R; refuse: (errors: CodedError[]) => R },
): R {
  const key = keyOf(info);
  if (!key && isStrict(version)) {
    throw new GraphQLError('The @idempotent directive is required for this mutation but was not provided.', {
      extensions: { code: 'BAD_REQUEST' },
    });
  }
  const params = JSON.stringify(input);
  const slot = `${view.shop}/${info.fieldName}/${key}`;
  const before = key ? view.store.idempotent.get(slot) : undefined;
  if (before && before.params !== params) {
    const message = 'The idempotency key was used with other parameters.';
    return work.refuse([{ field: ['input'], message, code: 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH' }]);
  }
  if (before) return before.result as R;
  const result = work.run();
  if (key && result.userErrors.length === 0) view.store.idempotent.set(slot, { params, result });
  return result;
}

export const isStrict = (version: string): boolean => version >= '2026-04' || version === 'unstable';

function keyOf(info: GraphQLResolveInfo): string {
  const directive = info.schema.getDirective('idempotent');
  const node = info.fieldNodes[0];
  if (!directive || !node) return '';
  return text(getDirectiveValues(directive, node, info.variableValues)?.key);
}
