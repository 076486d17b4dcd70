import { z } from 'zod';
import type { ReturnAnswer, ReturnName } from '../../capabilities/returns.ts';
import { id } from '../../iop/shapes.ts';
import { optionalText } from '../../read.ts';
import type { ShopAccess } from '../../types.ts';
import { type LazadaClient, rejected } from './client.ts';
import { type LazadaReturn, pageShape, returnShape, stateOf } from './returns.ts';

const reasonsShape = z.object({ data: z.array(z.object({ reason_id: id, text: optionalText })).nullish() });

/** Sellers agree to what a buyer asks for, or refuse it; when the money goes Lazada says alone. */
export function createReturnDesk(call: LazadaClient) {
  async function read(access: ShopAccess, { returnNo, platformOrderNo }: ReturnName): Promise<LazadaReturn> {
    const { result } = await call(access, {
      method: 'GET',
      path: '/reverse/getreverseordersforseller',
      params: { page_no: 1, page_size: 20, reverse_order_id: returnNo, trade_order_id: platformOrderNo },
      shape: pageShape,
    });
    for (const raw of result.items ?? []) {
      const one = returnShape.safeParse(raw);
      if (one.success && one.data.reverse_order_id === returnNo) return one.data;
    }
    throw rejected('NO_SUCH_RETURN', `Lazada knows no return ${returnNo} of order ${platformOrderNo}`);
  }

  const update = (access: ShopAccess, returnNo: string, action: string, lines: readonly string[], more: object = {}) =>
    call(access, {
      method: 'GET',
      path: '/order/reverse/return/update',
      params: { action, reverse_order_id: returnNo, reverse_order_item_ids: `[${lines.join(',')}]`, ...more },
      effect: 'repeatable',
      shape: z.unknown(),
    });

  /** Lazada names its reasons for each line. */
  async function reasonFor(access: ShopAccess, reverse_order_line_id: string): Promise<string> {
    const { data } = await call(access, {
      method: 'GET',
      path: '/order/reverse/reason/list',
      params: { reverse_order_line_id },
      shape: reasonsShape,
    });
    const found = data?.find((one) => /other/i.test(one.text ?? '')) ?? data?.[0];
    if (!found) throw rejected('NO_REASON', 'Lazada offers no reason to refuse this return');
    return found.reason_id;
  }

  return {
    async answerReturn(access: ShopAccess, answer: ReturnAnswer): Promise<void> {
      const answered = await read(access, answer);
      const requested = answered.reverse_order_lines
        .filter((line) => stateOf(line.reverse_status, line.ofc_status ?? '') === 'requested')
        .flatMap((line) => line.reverse_order_line_id ?? []);
      // Answered already, by us or in Seller Center.
      if (requested.length === 0) return;
      // Agreeing would give the money back, refusing takes pictures.
      if (answered.request_type === 'ONLY_REFUND')
        throw rejected('ONLY_REFUND', 'The buyer wants money alone: it is answered in Seller Center');
      if (answer.approve) {
        await update(access, answer.returnNo, 'agreeReturn', requested);
        return;
      }
      // One line a call; those that are refused already are not asked about any more.
      for (const line of requested) {
        const reason_id = await reasonFor(access, line);
        await update(access, answer.returnNo, 'refuseReturn', [line], { reason_id, comment: answer.note || 'Refused' });
      }
    },
  };
}
