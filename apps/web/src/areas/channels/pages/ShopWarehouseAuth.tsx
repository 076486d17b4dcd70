import { WAREHOUSE_PLATFORM } from '@tradewind/contract/channels.ts';
import type { ReactNode } from 'react';
import { Landing } from '../landing.tsx';

export default function ShopWarehouseAuth(): ReactNode {
  return <Landing platform={WAREHOUSE_PLATFORM} />;
}
