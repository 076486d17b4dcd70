import { DeleteOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  commitMappingImport,
  exportMappings,
  listMappings,
  listUnmapped,
  MAPPING_SOURCES,
  mappingTemplate,
  previewMappingImport,
  removeMappings,
} from '@tradewind/contract/catalog.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { LeadButton } from '../../../components/lead-button.tsx';
import { bulkRun, type Column, ListPage, optionsOf } from '../../../components/list-page.tsx';
import { ImportButton, OpenButton } from '../../../components/open-button.tsx';
import { useShopOptions } from '../../../components/place-options.ts';
import { productName } from '../../../components/product-name.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { MappingForm, type MappingRow } from '../mapping-form.tsx';
import { PairingSwitch } from '../pairing-switch.tsx';
import { WaitingBanner } from '../waiting-banner.tsx';
import { WaitingDrawer } from '../waiting-drawer.tsx';
import '../catalog.css';

export default function SkuMapping(): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay();
  const [editing, setEditing] = useState<{ mapping?: MappingRow }>();
  const shops = useShopOptions();
  const columns = useColumns();
  return (
    <>
      <ListPage
        id="product.mapping"
        call={listMappings}
        columns={columns}
        filters={[
          { kind: 'text', name: 'search', label: t('mappingSearch') },
          { kind: 'select', name: 'shopId', label: t('shop'), options: shops },
          {
            kind: 'select',
            name: 'source',
            label: t('source'),
            options: optionsOf(MAPPING_SOURCES, (source) => t(`sources.${source}`)),
          },
          { kind: 'dates', name: ['from', 'to'], label: t('mappedSince'), more: true },
        ]}
        bulk={[
          {
            key: 'delete',
            label: t('action.delete'),
            icon: <DeleteOutlined />,
            danger: true,
            may: may(removeMappings),
            confirm: (count) => t('removeMappings', { count }),
            run: bulkRun(removeMappings),
          },
        ]}
        exports={may(exportMappings) && { call: exportMappings }}
        summary={<WaitingBanner may={may(rights.skuMapping.add)} />}
        primary={may(rights.skuMapping.add) && { label: t('addMapping'), onClick: () => setEditing({}) }}
        actions={
          <>
            <PairingSwitch />
            {may(rights.skuMapping.add) && (
              <OpenButton label={t('unmapped')}>
                {(close) => <WaitingDrawer from="listings" onClose={close} />}
              </OpenButton>
            )}
            {may(rights.skuMapping.import) && (
              <ImportButton
                label={t('import')}
                title={t('importMappings')}
                template={mappingTemplate}
                preview={previewMappingImport}
                commit={commitMappingImport}
                refresh={[listMappings, listUnmapped]}
              />
            )}
          </>
        }
        {...(may(rights.skuMapping.edit) ? { onOpen: (mapping: MappingRow) => setEditing({ mapping }) } : {})}
        empty={{
          title: t('noMappingsYet'),
          hint: t('noMappingsYetHint'),
          action: <LeadButton to={rights.listing} label={t('fromListings')} />,
        }}
      />
      {editing && <MappingForm {...editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

function useColumns(): Column<MappingRow>[] {
  const { t } = useTranslation('catalog');
  return useMemo<Column<MappingRow>[]>(
    () => [
      col.ownHeading('sellerSku', t('sellerSku'), (row) => <strong>{row.sellerSku}</strong>, {
        width: 240,
        sort: true,
      }),
      col.text('shop', t('shop'), { of: 'shopName', width: 200 }),
      col.own(
        'sku',
        t('sku'),
        (row) => (
          <>
            {row.sku} {!row.productEnabled && <StatusTag tone="warn">{t('productDisabled')}</StatusTag>}
          </>
        ),
        { width: 200 },
      ),
      col.text('name', t('name'), { of: productName, width: 280 }),
      col.code('factor', t('factor'), { of: (row: MappingRow) => `× ${row.factor}`, width: 100, align: 'right' }),
      col.text('source', t('source'), { of: (row: MappingRow) => t(`sources.${row.source}`), width: 160 }),
      col.text('createdBy', t('createdBy'), { width: 140 }),
      col.time('createdAt', t('updatedAt'), { sort: true }),
    ],
    [t],
  );
}
