import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { tabFor } from '../../../core/lists.ts';
import { bulkAnswer } from '../../../core/outcome.ts';
import { chooseOutbounds } from '../outbound/list.ts';
import { createWaves } from './create.ts';
import { dissolveWaves } from './dissolve.ts';
import { waves } from './list.ts';
import { pickOutbounds, pickWaves } from './pick.ts';
import './wave.texts.ts';
import { pickLists } from './print.ts';
import { deleteRule, moveRule, previewRules, rulesOf, runRules, saveRule } from './rules.ts';
import { assignWaves, waveDetail } from './waves.ts';

const OPEN = tabFor('state', ['open', 'picking', 'picked']);

export function waveRoutes(app: App): Route[] {
  return [
    handle(calls.createWavesCall, async (tx, input, ctx) => {
      const made = await createWaves(tx, await chooseOutbounds(tx, withLines(input), 'waiting'), input);
      if (input.assigneeId)
        await assignWaves(
          tx,
          made.waves.map((wave) => wave.id),
          input.assigneeId,
        );
      const done = made.waves.flatMap((wave) => wave.outboundIds);
      return { ...bulkAnswer(ctx, { done, refused: made.refused }), waves: made.waves };
    }),
    handle(calls.listWaveRules, (tx, input) => rulesOf(tx, input.warehouseId)),
    handle(calls.saveWaveRule, (tx, input) => saveRule(tx, input)),
    handle(calls.moveWaveRule, (tx, input) => moveRule(tx, input.id, input.up)),
    handle(calls.deleteWaveRule, (tx, input) => deleteRule(tx, input.id)),
    handleApp(calls.previewWaves, async (ctx, input) => {
      const { rules, refused, waiting } = await previewRules(app, ctx, input);
      return { rules, refused: refused.length, waiting };
    }),
    handle(calls.runWaveRules, async (tx, input, ctx) => {
      const { rules, made, refused, waiting } = await runRules(tx, input);
      return { ...bulkAnswer(ctx, { done: made.flatMap((wave) => wave.outboundIds), refused }), rules, waiting };
    }),
    handle(calls.listWaves, (tx, input) => waves.page(tx, input)),
    handle(calls.waveTabs, async (tx, input) => ({ counts: await waves.tabs(tx, OPEN, input) })),
    handle(calls.getWave, (tx, input) => waveDetail(tx, input)),
    handle(calls.assignWaves, (tx, input) => assignWaves(tx, input.ids, input.assigneeId)),
    handle(calls.pickAll, async (tx, { waveIds, ...choice }, ctx) =>
      bulkAnswer(
        ctx,
        waveIds
          ? await pickWaves(tx, waveIds, tx.rights.warehouseIds)
          : await pickOutbounds(tx, await chooseOutbounds(tx, choice)),
      ),
    ),
    handle(calls.cancelWaves, async (tx, input, ctx) => bulkAnswer(ctx, await dissolveWaves(tx, input.ids))),
    handleApp(calls.printWave, (ctx, input) => pickLists(app, ctx, input.ids)),
  ];
}

/** A rule about lines also narrows "all that match", so that other orders are not reported as refused. */
function withLines<I extends { filter?: object | undefined; lines: 'any' | 'single' | 'multi' }>(input: I): I {
  return input.filter ? { ...input, filter: { ...input.filter, lines: input.lines } } : input;
}
