import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { isRecord } from '../http/types.ts';

/**
 * The price of a query before it runs: scalars 0, objects 1, mutations 10, connections by `first`. Shopify does not
 * publish how connections scale; here by the square root, which keeps everyday nested queries below the 1,000 limit.
 */
export function requestedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);

  const walk = (selections: SelectionSetNode | undefined, type: GraphQLNamedType | undefined): number => {
    let cost = 0;
    for (const selection of selections?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        cost += fragment ? walk(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value)) : 0;
      } else if (selection.kind === Kind.INLINE_FRAGMENT) cost += walk(selection.selectionSet, type);
      else {
        const field = isObjectType(type) ? type.getFields()[selection.name.value] : undefined;
        const target = field ? getNamedType(field.type) : undefined;
        if (!isObjectType(target)) continue;
        if (['edges', 'nodes', 'pageInfo', 'node'].includes(selection.name.value))
          cost += walk(selection.selectionSet, target);
        else if (target.name.endsWith('Connection'))
          cost += 2 + many(first(selection, variables)) * (1 + walk(selection.selectionSet, target));
        else cost += 1 + walk(selection.selectionSet, target);
      }
    }
    return cost;
  };

  const root = operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType();
  const base = operation.operation === 'mutation' ? 10 * operation.selectionSet.selections.length : 0;
  return base + Math.ceil(walk(operation.selectionSet, root ?? undefined));
}

const many = (count: number) => Math.ceil(Math.sqrt(Math.max(0, count)));

function first(
  field: { arguments?: readonly { name: { value: string }; value: { kind: string } & object }[] },
  variables: Record<string, unknown>,
): number {
  for (const argument of field.arguments ?? []) {
    if (argument.name.value !== 'first' && argument.name.value !== 'last') continue;
    const value: unknown = argument.value;
    if (!isRecord(value)) continue;
    if (value.kind === Kind.INT) return Number(value.value);
    if (value.kind === Kind.VARIABLE && isRecord(value.name)) return Number(variables[String(value.name.value)] ?? 0);
  }
  return 1;
}

/** What the answer really was worth, by the same scale. */
export function actualCost(data: unknown, mutation: boolean): number {
  const walk = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + walk(one), 0);
    if (!isRecord(value)) return 0;
    const nodes = value.nodes ?? value.edges;
    if (Array.isArray(nodes))
      return (
        2 +
        (nodes.length > 0
          ? (many(nodes.length) * nodes.reduce((sum: number, one) => sum + walk(one), 0)) / nodes.length
          : 0)
      );
    let sum = 1;
    for (const [key, one] of Object.entries(value)) if (key !== 'pageInfo') sum += walk(one);
    return sum;
  };
  return Math.max(
    1,
    Math.ceil(isRecord(data) ? Object.values(data).reduce((sum: number, one) => sum + walk(one), 0) : 0) +
      (mutation ? 10 : 0),
  );
}
