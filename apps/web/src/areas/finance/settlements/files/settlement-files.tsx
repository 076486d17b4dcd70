import {
  listSettlementFiles,
  SETTLEMENT_FILE_ROLES,
  type SettlementFileRow,
  uploadSettlementFile,
} from '@tradewind/contract/finance/settlement-files.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../components/can.tsx';
import { type Column, ListPage } from '../../../../components/list-page.tsx';
import { useShopOptions } from '../../../../components/place-options.ts';
import { col } from '../../../../components/table/col.tsx';
import { FileDrawer } from './file-drawer.tsx';
import { FileImport } from './file-import.tsx';
import { periodOf } from './period.ts';
import { FileStateTag } from './tags.tsx';

/** A job may be reading one. */
const EVERY_MS = 30_000;

/** Settlement files that were uploaded, booked or as witnesses of what platforms list. */
export function SettlementFiles(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const shops = useShopOptions();
  return (
    <ListPage
      id="finance.settlementFiles"
      call={listSettlementFiles}
      columns={useColumns()}
      everyMs={EVERY_MS}
      filters={[
        { kind: 'multi', name: 'shopIds', label: t('settleFile.shop'), options: shops },
        {
          kind: 'select',
          name: 'role',
          label: t('settleFile.roleTitle'),
          options: SETTLEMENT_FILE_ROLES.map((value) => ({ value, label: t(`settleFile.role.${value}`) })),
        },
        {
          kind: 'select',
          name: 'unconfirmed',
          label: t('settleFile.gap'),
          options: [{ value: 'true', label: t('settleFile.onlyUnconfirmed') }],
        },
      ]}
      primary={
        may(uploadSettlementFile) && {
          label: t('settleFile.upload'),
          form: (close) => <FileImport onClose={close} />,
        }
      }
      empty={{ title: t('settleFile.none'), hint: t('settleFile.noneHint') }}
      detail={(id, tools) => <FileDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<SettlementFileRow>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<SettlementFileRow>[]>(
    () => [
      col.heading('name', t('settleFile.name'), { width: 220 }),
      col.status('state', t('settleFile.stateTitle'), (row) => <FileStateTag file={row} />, { width: 130 }),
      col.text('shopName', t('settleFile.shop'), { width: 130 }),
      col.text('role', t('settleFile.roleTitle'), {
        width: 90,
        of: (row: SettlementFileRow) => t(`settleFile.role.${row.role}`),
      }),
      col.code('period', t('settleFile.period'), { width: 190, of: periodOf }),
      col.qty('settlements', t('settleFile.settlements')),
      col.qty('lines', t('settleFile.lines')),
      col.qty('setAside', t('settleFile.setAside')),
      col.money('total', t('settleFile.total'), { currency: 'currency' }),
      col.money('gap', t('settleFile.gap'), { currency: 'currency' }),
      col.text('createdBy', t('settleFile.createdBy'), { width: 120, card: 'hide' }),
      col.time('createdAt', t('settleFile.createdAt'), { card: 'hide' }),
    ],
    [t],
  );
}
