import { type Module, rights } from '@tradewind/contract/access/modules.ts';
import { getSetup } from '@tradewind/contract/dashboard.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../api/hooks.ts';
import { useModulePaths } from './module-paths.ts';
import { useSetupDoors } from './setup.ts';

interface LeadButtonProps {
  /** The page where the work begins. Without the right to it the button is left out. */
  to: Module;
  /** Opens a form or a tab there, e.g. "?add=1". */
  query?: string;
  label: string;
}

/** On an empty page: leads to the page where its first row begins. */
export function LeadButton({ to, query = '', label }: LeadButtonProps): ReactNode {
  const path = useModulePaths().get(to.id);
  const navigate = useNavigate();
  return path && <Button onClick={() => void navigate(path + query)}>{label}</Button>;
}

/** The first shop is not connected yet, and the user may connect one: the link to the form; null: not known yet. */
export function useFirstShop(): string | undefined | null {
  const doors = useSetupDoors();
  const setup = useCall(getSetup, {}, { staleMs: 0 });
  if (!setup.data) return null;
  const step = setup.data.steps.find((one) => one.step === 'shop' && !one.done);
  return step && doors(step);
}

interface ShopButtonProps {
  /** Beside a primary button it is none itself. */
  type?: 'primary' | 'default';
  /** Once a shop is connected; a link to the shops by default. */
  otherwise?: ReactNode;
}

/** On an empty page that shops fill: connects the first shop. */
export function ShopButton({ type = 'primary', otherwise }: ShopButtonProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const link = useFirstShop();
  if (link === null) return null;
  if (!link) return otherwise ?? <LeadButton to={rights.salesChannel} label={t('list.toShops')} />;
  return (
    <Button type={type} onClick={() => void navigate(link)}>
      {t('setup.step.shop')}
    </Button>
  );
}
