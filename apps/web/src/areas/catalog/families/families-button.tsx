import { AppstoreOutlined, PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { type FamilyRow, listFamilies } from '@tradewind/contract/catalog.ts';
import { Button, Input, Pagination } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { OpenButton } from '../../../components/open-button.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { productName } from '../../../components/product-name.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { usePause } from '../../../components/use-pause.ts';
import { FamilyDrawer } from './family-drawer.tsx';
import { FamilyForm } from './family-form.tsx';

const PAGE = 30;

/** Opens the families of the archive. */
export function FamiliesButton(): ReactNode {
  const { t } = useTranslation('catalog');
  return (
    <OpenButton label={t('families.title')} icon={<AppstoreOutlined />}>
      {(close) => <FamiliesDrawer onClose={close} />}
    </OpenButton>
  );
}

function FamiliesDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay();
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<number | 'new'>();
  const search = usePause((typed: string) => {
    setText(typed);
    setPage(1);
  });
  const found = useCall(listFamilies, { text, page, pageSize: PAGE }, { keepPrevious: true });
  const columns = useMemo<Column<FamilyRow>[]>(
    () => [
      col.ownHeading(
        'code',
        t('families.code'),
        (row) => (
          <Button type="link" size="small" onClick={() => setOpen(row.id)}>
            {row.code}
          </Button>
        ),
        { width: 160 },
      ),
      col.text('name', t('name'), { of: productName, width: 200 }),
      col.text('axes', t('families.axes'), {
        of: (row: FamilyRow) => row.axes.map(productName).join(' × '),
        width: 140,
      }),
      col.qty('variantCount', t('families.variants'), { width: 80 }),
      col.time('updatedAt', t('updatedAt')),
    ],
    [t],
  );
  const { rows = [], total = 0 } = found.data ?? {};
  const add = may(rights.product.add) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('new')}>
      {t('families.add')}
    </Button>
  );
  return (
    <PageDrawer open title={t('families.title')} size={760} onClose={onClose}>
      <div className="tw-papers-bar">
        <Input.Search
          allowClear
          placeholder={t('families.search')}
          aria-label={t('families.search')}
          onChange={(event) => search(event.target.value)}
        />
        {add}
      </div>
      {isLost(found) ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LineTable
          label={t('families.title')}
          columns={columns}
          rows={rows}
          skeleton={found.isPending ? 3 : 0}
          empty={
            <EmptyState
              title={t(text ? 'families.notFound' : 'families.none')}
              hint={text ? '' : t('families.noneHint')}
            />
          }
        />
      )}
      {total > PAGE && (
        <Pagination
          size="small"
          current={page}
          pageSize={PAGE}
          total={total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      {open === 'new' && (
        <FamilyForm onDone={setOpen} onClose={() => setOpen((now) => (now === 'new' ? undefined : now))} />
      )}
      {typeof open === 'number' && (
        <FamilyDrawer key={open} id={open} close={() => setOpen(undefined)} onLeave={onClose} />
      )}
    </PageDrawer>
  );
}
