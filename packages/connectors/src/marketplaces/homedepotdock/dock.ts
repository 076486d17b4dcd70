import type { DockAnswer } from '../../capabilities/docking.ts';
import { Unfit } from '../../read.ts';
import { type Message, readInterchange } from '../../x12.ts';
import { orderNo } from './orders.ts';

const elementOf = (message: Message, name: string, qualifier: string, at: number): string | undefined =>
  message.segments.find((one) => one[0] === name && one[1] === qualifier)?.[at] || undefined;

function answerIn(message: Message): DockAnswer | undefined {
  if (message.problem) return undefined;
  const head = message.segments[0] ?? [];
  if (message.code === '754' && head[0] === 'BGN') {
    const reference = head[6] ?? '';
    const reason = message.segments.find((one) => one[0] === 'NTE')?.[2];
    // BGN08 "RJ": rejected.
    if (head[8] === 'RJ') return { kind: 'refused', reference, reason: reason ?? '' };
    const [day, time] = [elementOf(message, 'G62', '70', 2), elementOf(message, 'G62', '70', 4)];
    if (!day || !time) return undefined;
    const at = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}T${time.slice(0, 2)}:${time.slice(2, 4)}`;
    const scac = message.segments.find((one) => one[0] === 'TD5')?.[3];
    const routingId = elementOf(message, 'N9', 'AO', 2);
    const dockDoor = elementOf(message, 'N9', 'DOC', 2);
    return {
      kind: 'confirmed',
      reference,
      at,
      ...(routingId ? { routingId } : {}),
      ...(scac ? { scac } : {}),
      ...(dockDoor ? { dockDoor } : {}),
    };
  }
  if (message.code === '861' && head[0] === 'BRA') {
    const po = elementOf(message, 'REF', 'PO', 2);
    const facility = elementOf(message, 'N1', 'ST', 4);
    return po && facility ? { kind: 'received', platformOrderNo: orderNo(po, facility) } : undefined;
  }
  return undefined;
}

/** What a file says of appointments and of what was taken in. Files of orders, or that cannot be read, say nothing of it. */
export function readAnswers(text: string): DockAnswer[] {
  try {
    return readInterchange(text).groups.flatMap((group) =>
      group.messages.flatMap((message) => answerIn(message) ?? []),
    );
  } catch (error) {
    if (error instanceof Unfit) return [];
    throw error;
  }
}
