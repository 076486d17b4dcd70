import type { WholesaleRow, WholesaleShipment } from '@tradewind/contract/wholesale.ts';
import type { Tone } from '../../components/status-tag.tsx';

export const STATE_TONES: Record<WholesaleRow['state'], Tone> = {
  quotation: 'info',
  confirmed: 'warn',
  done: 'good',
  cancelled: 'muted',
};
export const SHIPMENT_TONES: Record<WholesaleShipment['state'], Tone> = {
  open: 'warn',
  shipped: 'good',
  cancelled: 'muted',
};
