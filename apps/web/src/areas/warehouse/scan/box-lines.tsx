import { CheckOutlined } from '@ant-design/icons';
import type { Box } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { productName } from '../../../components/product-name.ts';

type Line = Box['lines'][number];

/** `onTake` adds the rest of a line at once. Offered once one unit has been scanned. */
export function BoxLines({ box, onTake }: { box: Box; onTake?: ((line: Line) => void) | undefined }): ReactNode {
  const { t } = useTranslation('warehouse');
  const missing = (line: Line) => line.quantity - line.packed;
  // Missing items come first.
  const lines = [...box.lines].sort((a, b) => Number(missing(b) > 0) - Number(missing(a) > 0) || a.id - b.id);
  return (
    <ul className="tw-box-lines" aria-label={t('line.title')}>
      {lines.map((line) => (
        <li key={line.id} data-full={missing(line) === 0 || undefined}>
          <div>
            <b>{line.sku}</b>
            <span>{productName(line)}</span>
          </div>
          {onTake && line.packed > 0 && missing(line) > 0 && (
            <Button onClick={() => onTake(line)}>{t('scan.pack.rest', { count: missing(line) })}</Button>
          )}
          <strong className="tw-figure">
            {missing(line) === 0 && <CheckOutlined aria-hidden="true" />} {line.packed} / {line.quantity}
          </strong>
        </li>
      ))}
    </ul>
  );
}
