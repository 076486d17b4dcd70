import type { InboundCarton, InboundDetail } from '@tradewind/contract/warehouse.ts';

/** Units in cartons that have not been received. They are received with their cartons. */
export const inCartons = (
  { cartons }: Pick<InboundDetail, 'cartons'>,
  of: (part: InboundCarton['contents'][number]) => boolean,
): number =>
  cartons
    .flatMap((carton) => (carton.receivedAt ? [] : carton.contents))
    .reduce((sum, part) => sum + (of(part) ? part.quantity : 0), 0);
