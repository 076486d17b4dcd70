import { UploadOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  commitStockLimits,
  importStockLimits,
  listStockConditions,
  listStockPlaces,
  listStockProducts,
  listStockWarnings,
  type StockPlaceRow,
  type StockWarehouse,
  stockLimitTemplate,
  stockWarningTabs,
} from '@tradewind/contract/stock-views.ts';
import { Button, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../components/can.tsx';
import { ImportDialog } from '../../../components/import-dialog.tsx';
import { MoveGoods } from '../../../components/move-goods.tsx';
import { useAdd } from '../../../components/use-add.ts';
import { useChosenInView } from '../../../components/use-chosen-in-view.ts';
import { AdjustDrawer } from '../adjust-drawer.tsx';
import { ExplainStock } from '../explain-stock.tsx';
import type { Explained, OpenedFigure } from '../explained.ts';
import { LimitDrawer } from '../limit-drawer.tsx';
import { OpeningDrawer, OpeningSheet } from '../opening-drawer.tsx';
import { type DrawnProduct, ProductDrawer } from '../product-drawer.tsx';
import { BatchView } from '../views/batch-view.tsx';
import { ConditionView } from '../views/condition-view.tsx';
import { PlaceView } from '../views/place-view.tsx';
import { ProductView } from '../views/product-view.tsx';
import type { StockDoors } from '../views/view.ts';
import { WarehouseView } from '../views/warehouse-view.tsx';
import { WarningView } from '../views/warning-view.tsx';

const VIEWS = {
  product: ProductView,
  warehouse: WarehouseView,
  location: PlaceView,
  batch: BatchView,
  condition: ConditionView,
  warnings: WarningView,
};
type View = keyof typeof VIEWS;
const NAMES = Object.keys(VIEWS) as View[];

type Opened =
  | { what: 'product'; product: DrawnProduct }
  | { what: 'figure'; of: Explained; figure: OpenedFigure }
  | { what: 'adjust'; product?: DrawnProduct }
  | { what: 'limit'; productIds: readonly number[]; title: string; warehouse?: StockWarehouse }
  | { what: 'move'; place: StockPlaceRow }
  | { what: 'import' }
  | { what: 'opening' }
  | { what: 'openingSheet' };

/** The URL keeps the view. Drawers open beside it. */
export default function StockList(): ReactNode {
  const { t } = useTranslation('stock');
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const [opened, setOpened] = useState<Opened>();
  const view = NAMES.find((name) => name === params.get('view')) ?? 'product';
  const Shown = VIEWS[view];
  const views = useChosenInView(view);
  useAdd('opening', may(rights.stock.adjust) && (() => setOpened({ what: 'opening' })));
  const doors: StockDoors = {
    explain: (of, figure) => setOpened({ what: 'figure', of, figure }),
    product: (product) => setOpened({ what: 'product', product }),
    move: (place) => setOpened({ what: 'move', place }),
    limit: (productIds, title) => setOpened({ what: 'limit', productIds, title }),
    opening: may(rights.stock.adjust) ? () => setOpened({ what: 'opening' }) : undefined,
  };
  const actions = (
    <>
      {may(rights.stock.adjust) && (
        <Button icon={<UploadOutlined />} onClick={() => setOpened({ what: 'import' })}>
          {t('limit.import')}
        </Button>
      )}
      {may(rights.stock.adjust) && (
        <Button onClick={() => setOpened({ what: 'opening' })}>{t('opening.button')}</Button>
      )}
      {may(rights.stock.adjust) && (
        <Button type="primary" onClick={() => setOpened({ what: 'adjust' })}>
          {t('adjust.button')}
        </Button>
      )}
    </>
  );
  return (
    <div className="tw-stock">
      <div className="tw-stock-views" ref={views}>
        <Segmented
          aria-label={t('view.title')}
          value={view}
          options={NAMES.map((name) => ({ value: name, label: t(`view.${name}`) }))}
          onChange={(name) => setParams({ view: name }, { replace: true })}
        />
      </div>
      <Shown key={view} doors={doors} actions={actions} />
      {opened && <Beside opened={opened} onOpen={setOpened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

function Beside(props: { opened: Opened; onOpen: (what: Opened) => void; onClose: () => void }): ReactNode {
  const { opened, onOpen, onClose } = props;
  const { t } = useTranslation('stock');
  switch (opened.what) {
    case 'product': {
      const { product } = opened;
      return (
        <ProductDrawer
          product={product}
          onExplain={(of, figure) => onOpen({ what: 'figure', of, figure })}
          onAdjust={() => onOpen({ what: 'adjust', product })}
          onLimit={(warehouse) =>
            onOpen({ what: 'limit', productIds: [product.productId], title: product.sku, warehouse })
          }
          onClose={onClose}
        />
      );
    }
    case 'figure':
      return <ExplainStock of={opened.of} figure={opened.figure} onClose={onClose} />;
    case 'adjust':
      return <AdjustDrawer product={opened.product} onClose={onClose} />;
    case 'limit':
      return (
        <LimitDrawer
          productIds={opened.productIds}
          title={opened.title}
          {...(opened.warehouse ? { now: opened.warehouse } : {})}
          onClose={onClose}
        />
      );
    case 'move':
      return (
        <MoveGoods
          warehouseId={opened.place.warehouseId}
          code={opened.place.locationCode}
          goods={opened.place}
          refresh={[listStockPlaces, listStockConditions, listStockProducts]}
          onClose={onClose}
        />
      );
    case 'opening':
      return <OpeningDrawer onSheet={() => onOpen({ what: 'openingSheet' })} onClose={onClose} />;
    case 'openingSheet':
      return <OpeningSheet onClose={onClose} />;
    case 'import':
      return (
        <ImportDialog
          title={t('limit.import')}
          template={stockLimitTemplate}
          preview={importStockLimits}
          commit={commitStockLimits}
          refresh={[stockWarningTabs, listStockWarnings]}
          onClose={onClose}
        />
      );
  }
}
