import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { type Doors, useDoors } from '../doors.ts';
import { Guide } from '../guide.tsx';
import { BestSellers, ShopRanking } from '../rankings.tsx';
import { ShopRates } from '../rates.tsx';
import { SalesChart } from '../sales.tsx';
import { MappingToDo, OrdersToDo, WarehouseToDo } from '../to-do.tsx';
import { useGuide } from '../use-guide.ts';
import { Warnings } from '../warnings.tsx';
import '../dashboard.css';

/**
 * Work queues, warnings and sales. Each block shows only to users with its pages. Before the first parcel the
 * guide stands in their place: they would be a wall of zeros.
 */
export default function DashboardPage(): ReactNode {
  const { t } = useTranslation('dashboard');
  const doors = useDoors();
  const guide = useGuide();
  const shown = guide.look !== 'none';
  if (!shown && !guide.instead) return <Blocks doors={doors} />;
  const connected = guide.state?.steps.some(({ step, lacks }) => step === 'shop' && lacks !== 'shop');
  return (
    <div className="tw-home">
      <Guide guide={guide} />
      {!guide.instead ? (
        <Blocks doors={doors} />
      ) : connected ? (
        <Warnings doors={doors} quiet />
      ) : (
        !shown && <EmptyState title={t('guide.beginning')} hint={t('guide.beginningHint')} />
      )}
    </div>
  );
}

function Blocks({ doors }: { doors: Doors }): ReactNode {
  const { t } = useTranslation('dashboard');
  const sells = doors.orders() !== undefined;
  const stocks = doors.to('stock') !== undefined;
  const maps = doors.to('mapping') !== undefined;
  const stores = doors.to('outbound') !== undefined || doors.to('picking') !== undefined;
  const connects = doors.to('shops') !== undefined;
  const pays = useSeesCosts() && doors.to('purchases') !== undefined;
  if (!sells && !stocks && !stores && !maps && !connects && !pays) {
    return doors.any ? (
      <EmptyState title={t('elsewhere')} hint={t('elsewhereHint')} />
    ) : (
      <EmptyState title={t('nothing')} hint={t('nothingHint')} />
    );
  }
  return (
    <div className="tw-home">
      {(sells || stores || maps) && (
        <div className="tw-panel tw-home-strips">
          {sells ? <OrdersToDo doors={doors} /> : maps && <MappingToDo doors={doors} />}
          {stores && <WarehouseToDo doors={doors} />}
        </div>
      )}
      <div className="tw-home-row" data-alone={!sells || undefined}>
        {sells && <SalesChart doors={doors} />}
        {(sells || stocks || connects || pays) && <Warnings doors={doors} />}
      </div>
      {sells && (
        <div className="tw-home-row" data-even>
          <BestSellers doors={doors} />
          <ShopRanking doors={doors} />
        </div>
      )}
      {sells && <ShopRates doors={doors} />}
    </div>
  );
}
