import type { ResultOf } from '@tradewind/contract/call.ts';
import { printProductLabels } from '@tradewind/contract/catalog.ts';
import { Form, InputNumber, Modal, Select, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { PageError } from '../../components/page-error.tsx';
import { productName } from '../../components/product-name.ts';
import { styleNonce } from '../../theme/nonce.ts';

type Label = ResultOf<typeof printProductLabels>['list'][number];
const SIZES = ['60x40', '50x30', '40x30', '100x50'] as const;
const MOST_COPIES = 500;

/** Lays out labels in millimeters; the browser prints them, so any installed label printer works. */
export function LabelDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const labels = useCall(printProductLabels, { ids: [...ids] });
  const [size, setSize] = useState<string>(SIZES[0]);
  const [copies, setCopies] = useState(1);
  const rows = labels.data?.list ?? [];
  return (
    <Modal
      open
      title={t('labels')}
      okText={t('labelPrint', { count: rows.length * copies })}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: rows.length === 0 }}
      onCancel={onClose}
      onOk={() => {
        printSheet(sheet(rows, size, copies));
        onClose();
      }}
    >
      {labels.isPending && <Skeleton active />}
      {labels.error && <PageError error={labels.error} onRetry={() => void labels.refetch()} />}
      {rows.length > 0 && (
        <>
          <Form layout="vertical">
            <Form.Item label={t('labelSize')}>
              <Select
                value={size}
                onChange={setSize}
                options={SIZES.map((value) => ({ value, label: `${value.replace('x', ' × ')} mm` }))}
              />
            </Form.Item>
            <Form.Item label={t('labelCopies')}>
              <InputNumber
                min={1}
                max={MOST_COPIES}
                precision={0}
                value={copies}
                onChange={(value) => setCopies(value ?? 1)}
                style={{ width: '100%' }}
              />
            </Form.Item>
          </Form>
          {rows
            .filter((row) => row.svg === '')
            .map((row) => (
              <p key={row.id} className="tw-warn">
                {t('labelNoCode', { sku: row.sku })}
              </p>
            ))}
        </>
      )}
    </Modal>
  );
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

function sheet(rows: readonly Label[], size: string, copies: number): string {
  const [width, height] = size.split('x');
  const one = (row: Label) =>
    `<section><p>${escapeHtml(productName(row))}</p>${row.svg}<b>${escapeHtml(row.code)}</b><small>${escapeHtml(
      [row.code === row.sku ? '' : row.sku, row.label, row.origin && `Made in ${row.origin}`]
        .filter(Boolean)
        .join(' · '),
    )}</small></section>`;
  return `<!doctype html><meta charset="utf-8"><style nonce="${styleNonce}">
    @page { size: ${width}mm ${height}mm; margin: 0 }
    body { margin: 0; font: 8pt/1.2 system-ui, "Noto Sans SC", sans-serif; color: #000 }
    section { box-sizing: border-box; width: ${width}mm; height: ${height}mm; padding: 2mm; display: flex; flex-direction: column;
      align-items: center; justify-content: space-between; overflow: hidden; page-break-after: always; break-after: page }
    p { margin: 0; max-height: 2.4em; overflow: hidden; text-align: center }
    svg { width: 90%; flex: 1; min-height: 0; margin: 1mm 0 } b { font-size: 9pt } small { font-size: 6.5pt }
  </style>${rows.flatMap((row) => Array.from({ length: copies }, () => one(row))).join('')}`;
}

/** A separate frame keeps the page's styles out of the labels. Removed when the print dialog closes. */
function printSheet(html: string): void {
  const location = document.createElement('iframe');
  location.style.cssText = 'position:fixed;width:0;height:0;border:0;right:0;bottom:0';
  location.srcdoc = html;
  location.addEventListener('load', () => {
    location.contentWindow?.addEventListener('afterprint', () => location.remove());
    location.contentWindow?.focus();
    location.contentWindow?.print();
  });
  document.body.append(location);
}
