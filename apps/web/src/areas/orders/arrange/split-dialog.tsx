import { PlusOutlined } from '@ant-design/icons';
import { getOrder, PARTS_LIMIT, splitOrder, splitSuggestion } from '@tradewind/contract/orders.ts';
import { Alert, Button, InputNumber, Modal, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import type { Order } from '../drawer/order.ts';
import './arrange.css';

type Line = Order['lines'][number];
/** Units of each part, by line. */
type Parts = Record<number, number>[];

interface SplitDialogProps {
  id: number;
  onClose: (undoId?: number) => void;
}

/** Splits an order: the user enters how many units of each line go into each part. The rest stays. */
export function SplitDialog({ id, onClose }: SplitDialogProps): ReactNode {
  const { t } = useTranslation('orders');
  const order = useCall(getOrder, { id }).data;
  const suggested = useCall(splitSuggestion, { id }).data;
  const [parts, setParts] = useState<Parts>([{}]);
  const split = useAct(splitOrder, { onDone: ({ undoId }) => onClose(undoId) });
  const lines = order?.lines ?? [];
  const taken = (line: Line) => parts.reduce((sum, part) => sum + (part[line.id] ?? 0), 0);
  const unitsOf = (part: Record<number, number>) => lines.reduce((sum, line) => sum + (part[line.id] ?? 0), 0);
  const filled = parts.filter((part) => unitsOf(part) > 0);
  const left = lines.reduce((sum, line) => sum + line.quantity - taken(line), 0);
  const missing = lines.filter((line) => lacking(line, suggested) > 0);
  const some = suggested?.lines.some((line) => line.inStock > 0);
  return (
    <Modal
      open
      width={Math.min(960, 620 + parts.length * 90)}
      title={t('split.title', { number: order?.displayNo ?? '' })}
      okText={t('split.verb', { count: filled.length + 1 })}
      okButtonProps={{ disabled: filled.length === 0 || left === 0, loading: split.isPending }}
      onOk={() => split.mutate({ id, parts: filled.map((part) => ({ lines: linesOf(part) })) })}
      onCancel={() => onClose()}
    >
      <p className="tw-muted">{t('split.about')}</p>
      {some && missing.length > 0 && (
        <Alert
          className="tw-arrange-hint"
          type="info"
          showIcon
          title={t('split.short', { warehouse: suggested?.warehouseName, count: missing.length })}
          action={
            <Button
              size="small"
              onClick={() => setParts([Object.fromEntries(missing.map((line) => [line.id, lacking(line, suggested)]))])}
            >
              {t('split.takeShort')}
            </Button>
          }
        />
      )}
      {order ? (
        <div className="tw-arrange-scroll">
          <table className="tw-arrange">
            <thead>
              <tr>
                <th scope="col">{t('line.item')}</th>
                <th scope="col">{t('line.quantity')}</th>
                <th scope="col">{t('split.stays')}</th>
                {parts.map((_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place
                  <th key={at} scope="col">
                    {t('split.part', { n: at + 1 })}
                  </th>
                ))}
                <th scope="col">
                  {parts.length < PARTS_LIMIT && (
                    <Button
                      size="small"
                      icon={<PlusOutlined />}
                      aria-label={t('split.addPart')}
                      title={t('split.addPart')}
                      onClick={() => setParts([...parts, {}])}
                    />
                  )}
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id}>
                  <th scope="row">
                    <span className="tw-figure">{line.sellerSku}</span>
                    <span className="tw-muted">{line.title}</span>
                  </th>
                  <td className="tw-figure">{line.quantity}</td>
                  <td className="tw-figure">{line.quantity - taken(line)}</td>
                  {parts.map((part, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place
                    <td key={at}>
                      <InputNumber
                        min={0}
                        max={line.quantity - taken(line) + (part[line.id] ?? 0)}
                        precision={0}
                        value={part[line.id] ?? 0}
                        aria-label={`${line.sellerSku} ${t('split.part', { n: at + 1 })}`}
                        onChange={(value) =>
                          setParts(parts.map((one, n) => (n === at ? { ...one, [line.id]: value ?? 0 } : one)))
                        }
                      />
                    </td>
                  ))}
                  <td />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Skeleton active />
      )}
      {left === 0 && <p className="tw-bad">{t('split.nothingStays')}</p>}
    </Modal>
  );
}

const linesOf = (part: Record<number, number>) =>
  Object.entries(part)
    .filter(([, quantity]) => quantity > 0)
    .map(([lineId, quantity]) => ({ lineId: Number(lineId), quantity }));

function lacking(line: Line, suggested: { lines: { lineId: number; inStock: number }[] } | undefined): number {
  const found = suggested?.lines.find((one) => one.lineId === line.id);
  return found ? line.quantity - found.inStock : 0;
}
