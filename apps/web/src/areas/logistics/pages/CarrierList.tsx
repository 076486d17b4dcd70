import type { ReactNode } from 'react';
import { AccountsPanel } from '../accounts-panel.tsx';
import { ChannelsPanel } from '../channels-panel.tsx';
import { CustomsPanel } from '../customs-panel.tsx';
import '../logistics.css';

export default function CarrierList(): ReactNode {
  return (
    <div className="tw-carriers">
      <ChannelsPanel />
      <AccountsPanel />
      <CustomsPanel />
    </div>
  );
}
