import type { OutboundState, WaveState } from '@tradewind/contract/warehouse.ts';
import { defineDocument } from '../../core/documents.ts';

export type { OutboundState, WaveState };

export const outboundKind = defineDocument<OutboundState>({
  kind: 'outbound',
  prefix: 'OUT',
  transitions: {
    waiting: ['picking', 'cancelled'],
    // A wave without picks can be cancelled.
    picking: ['picked', 'waiting', 'cancelled'],
    // Undoing a pick leads back.
    picked: ['picking', 'packed', 'cancelled'],
    packed: ['shipped', 'cancelled'],
    shipped: [],
    cancelled: [],
  },
});

export const waveKind = defineDocument<WaveState>({
  kind: 'wave',
  prefix: 'WAVE',
  transitions: {
    open: ['picking', 'picked', 'done', 'cancelled'],
    picking: ['picked', 'done', 'cancelled'],
    picked: ['picking', 'done', 'cancelled'],
    done: [],
    cancelled: [],
  },
});

export type InboundState = 'notice' | 'arrived' | 'receiving' | 'received' | 'done' | 'cancelled';
export const inboundKind = defineDocument<InboundState>({
  kind: 'inbound',
  prefix: 'INB',
  transitions: {
    notice: ['arrived', 'receiving', 'received', 'cancelled'],
    arrived: ['receiving', 'received', 'cancelled'],
    receiving: ['received', 'done'],
    // An ASN of which nothing arrived is closed as short.
    received: ['receiving', 'done'],
    done: [],
    cancelled: [],
  },
});
