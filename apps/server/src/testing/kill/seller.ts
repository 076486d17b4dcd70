import type { Call, InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { syncShops } from '@tradewind/contract/channels.ts';
import { buyLabels } from '@tradewind/contract/logistics.ts';
import {
  createWavesCall,
  listOutbounds,
  listWaves,
  packOutboundsCall,
  pickAll,
  shipOutboundsCall,
} from '@tradewind/contract/warehouse.ts';
import { callOver } from '../harness.ts';

/** Nobody listens, or the connection ended with the process. */
const isAway = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(String(error.code));

/**
 * A seller who works on whatever happens: each round does what is to be done and shrugs off calls that fail because the
 * program has just been killed.
 */
export class Seller {
  readonly #url: string;
  readonly #token: string;
  readonly #shopIds: number[];
  refused = 0;
  constructor(url: string, token: string, shopIds: number[]) {
    this.#url = url;
    this.#token = token;
    this.#shopIds = shopIds;
  }

  async try<C extends Call>(call: C, input: InputOf<C>): Promise<ResultOf<C> | undefined> {
    try {
      const answer = await callOver(this.#url, call, input, this.#token);
      if (answer.code === 200) return answer.data;
      if (answer.status >= 500 && answer.status !== 503)
        throw new Error(`${call.path}: ${answer.status} ${answer.msg}`);
    } catch (error) {
      if (isAway(error)) return undefined;
      throw error;
    }
    this.refused++;
    return undefined;
  }

  /** While the program runs. */
  async ok<C extends Call>(call: C, input: InputOf<C>): Promise<ResultOf<C>> {
    const answer = await callOver(this.#url, call, input, this.#token);
    if (answer.code !== 200) throw new Error(`${call.path}: ${answer.msg} ${JSON.stringify(answer.data)}`);
    return answer.data;
  }

  async round(): Promise<void> {
    await this.try(syncShops, { ids: this.#shopIds });
    await this.try(createWavesCall, { filter: { state: 'waiting' }, maxOrders: 40 });
    for (const state of ['open', 'picking'] as const) {
      const waves = await this.try(listWaves, { state, page: 1, pageSize: 50 });
      if (waves && waves.rows.length > 0) await this.try(pickAll, { waveIds: waves.rows.map((wave) => wave.id) });
    }
    const picked = await this.try(listOutbounds, { state: 'picked', page: 1, pageSize: 100 });
    if (picked && picked.rows.length > 0)
      await this.try(packOutboundsCall, {
        boxes: picked.rows.map((row) => ({ outboundId: row.id, weightGrams: 400 + row.units * 150 })),
        checked: 'all',
      });
    const packed = await this.try(listOutbounds, { state: 'packed', page: 1, pageSize: 200 });
    if (packed && packed.rows.length > 0) {
      const outboundIds = packed.rows.map((row) => row.id);
      await this.try(buyLabels, { outboundIds });
      await this.try(shipOutboundsCall, { outboundIds });
    }
  }
}
