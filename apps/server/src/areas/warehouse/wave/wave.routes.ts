import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { chooseOutbounds } from '../outbound/filter.ts';
import { bulkAnswer } from '../outcome.ts';
import { createWaves } from './create.ts';
import { dissolveWaves } from './dissolve.ts';
import { pickOutbounds, pickWaves } from './pick.ts';
import './wave.texts.ts';
import { pickLists } from './print.ts';
import { deleteRule, moveRule, previewRules, rulesOf, runRules, saveRule } from './rules.ts';
import { assignWaves, waveDetail, wavePage, waveTabs } from './waves.ts';

export function waveRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.createWavesCall, (ctx, input) =>
      database.inCompany(ctx, async (tx) => {
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
    ),
    handle(calls.listWaveRules, (ctx, input) => database.inCompany(ctx, (tx) => rulesOf(tx, input.warehouseId))),
    handle(calls.saveWaveRule, (ctx, input) => database.inCompany(ctx, (tx) => saveRule(tx, input))),
    handle(calls.moveWaveRule, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => moveRule(tx, input.id, input.up));
      return OK;
    }),
    handle(calls.deleteWaveRule, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => deleteRule(tx, input.id));
      return OK;
    }),
    handle(calls.previewWaves, async (ctx, input) => {
      const { rules, refused, waiting } = await previewRules(app, ctx, input);
      return { rules, refused: refused.length, waiting };
    }),
    handle(calls.runWaveRules, (ctx, input) =>
      database.inCompany(ctx, async (tx) => {
        const { rules, made, refused, waiting } = await runRules(tx, input);
        return { ...bulkAnswer(ctx, { done: made.flatMap((wave) => wave.outboundIds), refused }), rules, waiting };
      }),
    ),
    handle(calls.listWaves, (ctx, input) => database.inCompany(ctx, (tx) => wavePage(tx, input))),
    handle(calls.waveTabs, (ctx, input) => database.inCompany(ctx, (tx) => waveTabs(tx, input.warehouseId))),
    handle(calls.getWave, (ctx, input) => database.inCompany(ctx, (tx) => waveDetail(tx, input))),
    handle(calls.assignWaves, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => assignWaves(tx, input.ids, input.assigneeId));
      return OK;
    }),
    handle(calls.pickAll, (ctx, { waveIds, ...choice }) =>
      database.inCompany(ctx, async (tx) =>
        bulkAnswer(
          ctx,
          waveIds
            ? await pickWaves(tx, waveIds, tx.rights.warehouseIds)
            : await pickOutbounds(tx, await chooseOutbounds(tx, choice)),
        ),
      ),
    ),
    handle(calls.cancelWaves, (ctx, input) =>
      database.inCompany(ctx, async (tx) => bulkAnswer(ctx, await dissolveWaves(tx, input.ids))),
    ),
    handle(calls.printWave, (ctx, input) => pickLists(app, ctx, input.ids)),
  ];
}

/** A rule about lines also narrows "all that match", so that the others are not told as refused. */
function withLines<I extends { filter?: object | undefined; lines: 'any' | 'single' | 'multi' }>(input: I): I {
  return input.filter ? { ...input, filter: { ...input.filter, lines: input.lines } } : input;
}
