import type { AuthorizationCalls } from './authorization.ts';
import type { CancelCalls } from './cancellation.ts';
import type { PlatformDocking } from './docking.ts';
import type { PlatformShipping, PlatformWarehouses } from './fulfilment.ts';
import type { HoldCalls } from './holds.ts';
import type { PlatformInbound } from './inbound.ts';
import type { ListingCalls } from './listings.ts';
import type { OrderCalls } from './orders.ts';
import type { OwnShop } from './own-shop.ts';
import type { PurchaseOrderCalls } from './purchase-orders.ts';
import type { PushCalls } from './pushes.ts';
import type { ReturnCalls } from './returns.ts';
import type { SettlementCalls } from './settlements.ts';
import type { ShipmentCalls } from './shipments.ts';
import type { StockAndPriceCalls } from './stock-and-prices.ts';

/**
 * What every marketplace offers, whatever it calls it: the client, which keeps nothing and knows no database. The files
 * beside this one hold a capability each: its calls and what goes in and comes out. A capability that a platform does not
 * have is a method that is not there.
 */
export interface MarketplaceConnector
  extends AuthorizationCalls,
    OrderCalls,
    PurchaseOrderCalls,
    ShipmentCalls,
    CancelCalls,
    HoldCalls,
    ListingCalls,
    StockAndPriceCalls,
    SettlementCalls,
    ReturnCalls,
    PushCalls {
  platform: string;
  shipping?: PlatformShipping;
  /** Only where the platform's own docks are delivered to. */
  docking?: PlatformDocking;
  /** Only where goods are sent into the platform's own warehouses. */
  inbound?: PlatformInbound;
  /** Only where warehouses of the platform's choosing ship for sellers (Temu). */
  warehouses?: PlatformWarehouses;
  /** Only shops of the seller's own have it: nothing is listed of them, they call. */
  ownShop?: OwnShop;
}
