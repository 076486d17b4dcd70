export type ReturnState = 'requested' | 'approved' | 'shipped' | 'received' | 'refunded' | 'rejected';

/** A buyer sends something back. */
export interface SandboxReturn {
  id: string;
  orderId: string;
  state: ReturnState;
  reason: string;
  lines: { lineId: string; sku: string; quantity: number }[];
  refundCents: number;
  /** What the seller has given back for it by the platform's call, in parts. */
  refundedCents?: number;
  tracking: string;
  createdAt: number;
  updatedAt: number;
}
