import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MarketplaceDefinition } from '../capabilities/definition.ts';
import { type RunningSandbox, startSandbox } from '../testing.ts';
import { converse, type Talk } from './conversation.testing.ts';
import { Evaluator, type Rules } from './evaluator.testing.ts';

/** The tests of a platform that publishes what it takes and answers; `more` says what other connectors do not have. */
export function evaluatePublished(
  definition: MarketplaceDefinition,
  rules: Rules,
  more: (talk: Talk, recorded: typeof fetch) => Promise<void> = async () => {},
): void {
  describe(`${definition.platform}, by what the platform publishes`, () => {
    let sandbox: RunningSandbox;
    let verdict: ReturnType<Evaluator['verdict']>;
    beforeAll(async () => {
      sandbox = await startSandbox();
      const evaluator = new Evaluator(rules);
      const baseUrls = Object.fromEntries(
        Object.entries(definition.sandbox.baseUrls).map(([name, path]) => [name, `${sandbox.url}${path}`]),
      );
      const http = { baseUrls, rateFactor: 1000, fetch: evaluator.fetch };
      const connector = definition.create({ app: definition.sandbox.app, http, sandbox: true });
      await more(await converse(definition, connector, sandbox), evaluator.fetch);
      verdict = evaluator.verdict();
      const counts = Object.entries(verdict.measured).map(([name, count]) => `${name} ${count}`);
      process.stdout.write(`${definition.platform}: exchanges measured by operation: ${counts.join(', ')}\n`);
    });
    afterAll(() => sandbox.close());

    it('sends and is answered what is described, and nothing besides', () => {
      expect(verdict.wrongs).toEqual([]);
    });

    it('comes across every operation that is carried, and every exception', () => {
      expect([verdict.unvisited, verdict.idle]).toEqual([[], []]);
    });
  });
}
