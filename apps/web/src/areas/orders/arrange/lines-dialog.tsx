import { DeleteOutlined, GiftOutlined, RollbackOutlined, SwapOutlined } from '@ant-design/icons';
import { changeOrderLines, getOrder } from '@tradewind/contract/orders.ts';
import { Button, InputNumber, Modal, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { ProductSelect } from '../drawer/map-dialog.tsx';
import './arrange.css';

/** The change to a line, by line id. Gifts have no id. */
interface Change {
  quantity?: number;
  productId?: number | undefined;
  swapping?: boolean;
  left?: boolean;
}
interface Gift {
  key: string;
  productId?: number | undefined;
  quantity: number;
}

interface LinesDialogProps {
  id: number;
  onClose: (changed?: { undoId?: number | undefined }) => void;
}

/**
 * Edits what an order ships: quantities, replacement products, removed lines, gifts. The amount the buyer pays stays.
 */
export function LinesDialog({ id, onClose }: LinesDialogProps): ReactNode {
  const { t } = useTranslation('orders');
  const order = useCall(getOrder, { id }).data;
  const [changes, setChanges] = useState<Record<number, Change>>({});
  const [gifts, setGifts] = useState<Gift[]>([]);
  const save = useAct(changeOrderLines, { onDone: onClose });
  const change = (lineId: number, more: Change) =>
    setChanges((now) => ({ ...now, [lineId]: { ...now[lineId], ...more } }));
  const lines = order?.lines ?? [];
  const observed = lines.map(({ id: lineId, quantity }) => ({ lineId, quantity }));
  const kept = lines.filter((line) => !changes[line.id]?.left);
  const chosen = gifts.flatMap(({ productId, quantity }) => (productId === undefined ? [] : [{ productId, quantity }]));
  const desired = [
    ...kept.map(({ id: lineId, quantity }) => {
      const { productId, quantity: units = quantity } = changes[lineId] ?? {};
      return { lineId, quantity: units, ...(productId === undefined ? {} : { productId }) };
    }),
    ...chosen,
  ];
  return (
    <Modal
      open
      width={720}
      title={t('lines.title', { number: order?.displayNo ?? '' })}
      okText={t('lines.verb')}
      okButtonProps={{ disabled: desired.length === 0, loading: save.isPending }}
      onOk={() => save.mutate({ id, seen: observed, lines: desired })}
      onCancel={() => onClose()}
    >
      <p className="tw-muted">{t('lines.about')}</p>
      {!order && <Skeleton active />}
      <ul className="tw-arrange-lines">
        {lines.map((line) => {
          const { left = false, swapping = false, productId, quantity = line.quantity } = changes[line.id] ?? {};
          return (
            <li key={line.id} data-left={left}>
              <div className="tw-two-lines">
                <span className="tw-figure">{line.sellerSku}</span>
                <span className="tw-muted">{line.title}</span>
              </div>
              <InputNumber
                min={1}
                max={1_000_000}
                precision={0}
                disabled={left}
                value={quantity}
                aria-label={`${line.sellerSku} ${t('line.quantity')}`}
                onChange={(value) => change(line.id, { quantity: value ?? line.quantity })}
              />
              <Button
                icon={<SwapOutlined />}
                disabled={left}
                aria-label={`${line.sellerSku} ${t('lines.swap')}`}
                title={t('lines.swap')}
                onClick={() => change(line.id, { swapping: !swapping, productId: undefined })}
              />
              <Button
                icon={left ? <RollbackOutlined /> : <DeleteOutlined />}
                aria-label={`${line.sellerSku} ${t(left ? 'lines.keep' : 'lines.leave')}`}
                title={t(left ? 'lines.keep' : 'lines.leave')}
                onClick={() => change(line.id, { left: !left })}
              />
              {swapping && !left && (
                <div className="tw-arrange-wide">
                  <ProductSelect
                    first=""
                    value={productId}
                    onChange={(product) => change(line.id, { productId: product })}
                  />
                </div>
              )}
            </li>
          );
        })}
        {gifts.map((gift) => (
          <li key={gift.key}>
            <ProductSelect
              first=""
              value={gift.productId}
              onChange={(productId) => setGifts(gifts.map((one) => (one === gift ? { ...one, productId } : one)))}
            />
            <InputNumber
              min={1}
              max={1_000_000}
              precision={0}
              value={gift.quantity}
              aria-label={`${t('lines.gift')} ${t('line.quantity')}`}
              onChange={(value) =>
                setGifts(gifts.map((one) => (one === gift ? { ...one, quantity: value ?? 1 } : one)))
              }
            />
            <Button
              icon={<DeleteOutlined />}
              aria-label={t('lines.leave')}
              onClick={() => setGifts(gifts.filter((one) => one !== gift))}
            />
          </li>
        ))}
      </ul>
      <Button icon={<GiftOutlined />} onClick={() => setGifts([...gifts, { key: crypto.randomUUID(), quantity: 1 }])}>
        {t('lines.addGift')}
      </Button>
    </Modal>
  );
}
