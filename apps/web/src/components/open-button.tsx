import { UploadOutlined } from '@ant-design/icons';
import { Button, type ButtonProps } from 'antd';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { ImportDialog } from './import-dialog.tsx';

interface OpenButtonProps extends Pick<ButtonProps, 'icon'> {
  label: string;
  /** The form, drawer or dialog that it opens. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a form, drawer or dialog. A list's primary button is `primary` of ListPage instead. */
export function OpenButton({ label, children, ...button }: OpenButtonProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && children(() => setOpen(false))}
    </>
  );
}

type ImportButtonProps = { label: string } & Omit<ComponentProps<typeof ImportDialog>, 'onClose'>;

/** Opens the import of a list. */
export function ImportButton({ label, ...dialog }: ImportButtonProps): ReactNode {
  return (
    <OpenButton label={label} icon={<UploadOutlined />}>
      {(close) => <ImportDialog {...dialog} onClose={close} />}
    </OpenButton>
  );
}
