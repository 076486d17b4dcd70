import type { Call, InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { Alert, Button, Form, Skeleton } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../api/client.ts';
import { type ApiError, asApiError } from '../api/errors.ts';
import { useRefresh } from '../api/hooks.ts';
import { toast } from '../api/toast.ts';
import { useUnsaved } from '../shell/unsaved.ts';
import { type FieldsOf, FormCall, FormFields, type Named, type StartOf } from './form-fields.tsx';
import { PageDrawer } from './page-drawer.tsx';
import { PageError } from './page-error.tsx';
import { placeErrors } from './place-errors.ts';
import { useDiscard } from './use-discard.ts';

export type { FieldOf, FieldsOf, StartOf, Typed } from './form-fields.tsx';

interface FormDrawerProps<C extends Call, V> {
  open: boolean;
  title: string;
  call: C;
  /** Initial values; those without a field (id, version) are sent as well. */
  initial?: StartOf<NoInfer<V>>;
  fields?: FieldsOf<NoInfer<V>>;
  /** Turns the form's values (the type of its parameter) into the call's input. Without it they are the input. */
  toInput?: ((values: V) => InputOf<C>) & Named<V, unknown>;
  /** Line tables and the like, inside the same antd Form. */
  children?: ReactNode;
  /** The verb on the button: "Save supplier". */
  verb: string;
  success?: string;
  refresh?: readonly Call[];
  size?: number;
  /** The record to edit is loading. */
  loading?: boolean;
  error?: unknown;
  onDone?: (result: ResultOf<C>) => void;
  onClose: () => void;
  /** Loads the current state after another person saved. Without it the form asks the user to open it again. */
  onReload?: () => void;
}
/**
 * A form beside its page. It shows its own errors, keeps typed values (also while another page is visible) and asks
 * before discarding them. Back closes it, but not while it saves. Opened again it starts from the initial values.
 */
export function FormDrawer<C extends Call, V = InputOf<C>>(props: FormDrawerProps<C, V>): ReactNode {
  const [times, setTimes] = useState(0);
  return <OnceOpened key={times} {...props} onClosed={() => setTimes(times + 1)} />;
}

function OnceOpened<C extends Call, V>(props: FormDrawerProps<C, V> & { onClosed: () => void }): ReactNode {
  const [form] = Form.useForm();
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  const [dirty, setDirty] = useState(false);
  useUnsaved(props.open && dirty);

  const leave = () => {
    setProblem(undefined);
    setDirty(false);
    props.onClose();
  };
  const discard = useDiscard(dirty, leave);
  // What is being saved is neither discarded nor sent again: the answer decides.
  const saving = useRef(false);
  const close = () => {
    if (!saving.current) discard();
  };
  const submit = async (shown: object) => {
    if (saving.current) return;
    saving.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      const values = { ...props.initial, ...shown };
      const input = props.toInput ? props.toInput(values as V) : values;
      const result = await send(props.call, input);
      setDirty(false);
      if (props.success) toast.success(props.success);
      if (props.refresh) refresh(...props.refresh);
      props.onDone?.(result);
      props.onClose();
    } catch (thrown) {
      const error = asApiError(thrown);
      const unplaced = placeErrors(form, error);
      if (unplaced) setProblem(error);
    } finally {
      saving.current = false;
      setBusy(false);
    }
  };
  return (
    <PageDrawer
      open={props.open}
      title={props.title}
      size={props.size ?? 520}
      onClose={close}
      mask={{ closable: true }}
      destroyOnHidden
      afterOpenChange={(open) => !open && props.onClosed()}
      footer={
        <div className="tw-form-foot">
          <Button disabled={busy} onClick={close}>
            {t('action.cancel')}
          </Button>
          {!props.error && (
            <Button type="primary" loading={busy} disabled={props.loading ?? false} onClick={() => form.submit()}>
              {props.verb}
            </Button>
          )}
        </div>
      }
    >
      {props.error ? (
        <PageError error={props.error} />
      ) : props.loading ? (
        <Skeleton active />
      ) : (
        <Form
          form={form}
          layout="vertical"
          {...(props.initial ? { initialValues: props.initial } : {})}
          scrollToFirstError={{ focus: true }}
          onValuesChange={() => setDirty(true)}
          onFinish={(values) => void submit(values)}
        >
          {problem && <Problem error={problem} onReload={props.onReload} />}
          <FormCall value={props.call}>
            {props.fields && <FormFields<V> fields={props.fields} />}
            {props.children}
          </FormCall>
        </Form>
      )}
    </PageDrawer>
  );
}

function Problem({ error, onReload }: { error: ApiError; onReload: (() => void) | undefined }): ReactNode {
  const { t } = useTranslation();
  return (
    <Alert
      className="tw-form-problem"
      type={error.conflict ? 'warning' : 'error'}
      showIcon
      title={error.msg}
      description={
        <>
          {error.conflict && <div>{t('form.conflict')}</div>}
          {error.fields.map((field) => (
            <div key={field.path}>{field.message}</div>
          ))}
          {error.requestId && <div className="tw-request-id">{t('error.requestId', { id: error.requestId })}</div>}
        </>
      }
      action={error.conflict && onReload && <Button onClick={onReload}>{t('form.reload')}</Button>}
    />
  );
}
