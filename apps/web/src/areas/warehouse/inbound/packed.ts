import type { InboundCarton, InboundDetail } from '@tradewind/contract/warehouse.ts';

/** Units in cartons that nobody has received: they come in with these. */
export const inCartons = (
  { cartons }: Pick<InboundDetail, 'cartons'>,
  of: (part: InboundCarton['contents'][number]) => boolean,
): number =>
  cartons
    .flatMap((carton) => (carton.receivedAt ? [] : carton.contents))
    .reduce((sum, part) => sum + (of(part) ? part.quantity : 0), 0);
