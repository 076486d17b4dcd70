import { rights } from '@tradewind/contract/access/modules.ts';
import { listUnmapped, productOptions, saveMappings } from '@tradewind/contract/catalog.ts';
import { makeSoldProducts } from '@tradewind/contract/listings.ts';
import { getOrder, listOrders, orderTabs } from '@tradewind/contract/orders.ts';
import { Button, Form, InputNumber, Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { MakeProductForm } from '../../../components/make-product.tsx';
import { productName } from '../../../components/product-name.ts';
import { useHeld } from '../../../components/use-held.ts';

const REFRESHED = [getOrder, listOrders, orderTabs, listUnmapped];

interface MapDialogProps {
  shopId: number;
  shopName: string;
  line: { sellerSku: string; title: string };
  onClose: () => void;
}

/** Maps a seller SKU to a product. All orders that wait for it continue. */
export function MapDialog({ shopId, shopName, line, onClose }: MapDialogProps): ReactNode {
  const { t } = useTranslation('orders');
  const waiting = useCall(listUnmapped, { shopId, sellerSku: line.sellerSku });
  const about = waiting.data?.rows[0];
  const suggestion = about?.sure ? about.suggestions[0] : undefined;
  const [chosen, setChosen] = useState<number>();
  const [factor, setFactor] = useState(1);
  const productId = chosen ?? suggestion?.productId;
  const count = about?.waitingOrders ?? 1;
  const [making, setMaking] = useState(false);
  const mayMake = useMay(rights.product)(makeSoldProducts);
  const save = useAct(saveMappings, {
    refresh: REFRESHED,
    success: t('map.done', { count }),
    onDone: onClose,
  });
  if (making)
    return <MakeProductForm shopId={shopId} sellerSku={line.sellerSku} refresh={REFRESHED} onClose={onClose} />;
  return (
    <Modal
      open
      title={t('map.title', { sku: line.sellerSku })}
      okText={t('map.verb', { count })}
      okButtonProps={{ disabled: productId === undefined, loading: save.isPending }}
      onOk={() =>
        productId !== undefined && save.mutate({ rows: [{ shopId, sellerSku: line.sellerSku, productId, factor }] })
      }
      onCancel={onClose}
    >
      <p className="tw-muted">
        {shopName} · {line.title}
      </p>
      <Form layout="vertical">
        <Form.Item label={t('map.product')} extra={suggestion && chosen === undefined ? t('map.suggested') : undefined}>
          <ProductSelect
            first={line.sellerSku}
            suggestions={about?.suggestions ?? []}
            value={productId}
            onChange={setChosen}
          />
        </Form.Item>
        {mayMake && !suggestion && (
          <Button type="link" style={{ paddingInline: 0 }} onClick={() => setMaking(true)}>
            {t('makeProduct.open')}
          </Button>
        )}
        <Form.Item label={t('map.factor')} extra={t('map.factorHelp')}>
          <InputNumber min={1} max={10_000} precision={0} value={factor} onChange={(value) => setFactor(value ?? 1)} />
        </Form.Item>
      </Form>
      <p>{t('map.clears', { count })}</p>
    </Modal>
  );
}

interface Choice {
  productId: number;
  sku: string;
  nameZh: string;
  nameEn: string;
}

/** Searches the company's products by SKU or name. */
export function ProductSelect({
  first,
  suggestions = [],
  value,
  onChange,
}: {
  /** Searched for when the field opens. */
  first: string;
  suggestions?: readonly Choice[];
  value: number | undefined;
  onChange: (id: number | undefined) => void;
}): ReactNode {
  const { t } = useTranslation('orders');
  const [search, setSearch] = useState('');
  const likely = useCall(productOptions, { search: first, bundles: true });
  const found = useCall(productOptions, { search, bundles: true }, { keepPrevious: true });
  const none = search === '' && (likely.data?.list.length ?? 0) > 0;
  const listed = (none ? likely.data?.list : found.data?.list) ?? [];
  const choices = new Map<number, Omit<Choice, 'productId'>>([
    ...(search === '' ? suggestions.map((one) => [one.productId, one] as const) : []),
    ...listed.map(({ id, ...product }) => [id, product] as const),
  ]);
  const { shown, onMouseDown } = useHeld(choices);
  return (
    <Select
      autoFocus
      style={{ width: '100%' }}
      aria-label={t('map.product')}
      placeholder={t('map.choose')}
      value={value ?? null}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      notFoundContent={found.isPending ? null : t('map.none')}
      onChange={(id: number | null) => onChange(id ?? undefined)}
      onMouseDown={onMouseDown}
      options={[...shown].map(([id, product]) => ({ value: id, label: `${product.sku} · ${productName(product)}` }))}
    />
  );
}
