import type { ResultOf } from '@tradewind/contract/call.ts';
import { login } from '@tradewind/contract/identity.ts';
import { Button, Form, Input } from 'antd';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../api/query-client.ts';
import { toast } from '../api/toast.ts';
import { CaptchaField, useCaptcha } from '../public/captcha-field.tsx';
import { CodeStep } from '../public/code-step.tsx';
import { FormProblem } from '../public/problem.tsx';
import { useFormAct } from '../public/use-form-act.ts';
import { Logo } from './logo.tsx';
import { leave, loadSession, SESSION_KEY, setLocked, type UserInfo } from './session.ts';

interface Typed {
  password: string;
  checkCode?: string;
}

/** Covers everything: nobody can read or reach the pages underneath until their user has signed in again. */
export default function LockScreen({ user, onOpen }: { user: UserInfo; onOpen: () => void }): ReactNode {
  const { t } = useTranslation();
  const box = useLockBox();
  const [form] = Form.useForm<Typed>();
  const captcha = useCaptcha();
  const act = useFormAct(login, form, captcha.renew);
  const [entering, setEntering] = useState(false);
  const [first, setFirst] = useState<ResultOf<typeof login>>();
  const submit = async (values: Typed) => {
    const entry = await act.submit({ ...values, userLoginId: user.userLoginId });
    if (entry?.step === 'code') setFirst(entry);
    else if (entry) await goIn();
  };
  const startOver = () => {
    setFirst(undefined);
    captcha.renew();
  };
  const goIn = async () => {
    setEntering(true);
    setLocked(false);
    try {
      queryClient.setQueryData(SESSION_KEY, await loadSession());
      onOpen();
      void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== SESSION_KEY[0] });
    } catch (error) {
      toast.error(error);
      setEntering(false);
    }
  };
  return createPortal(
    <div className="tw-lock" role="dialog" aria-modal="true" aria-labelledby="tw-lock-title">
      <section>
        <Logo size={28} />
        <h1 id="tw-lock-title">{t('idle.over')}</h1>
        <p className="tw-muted">{t('idle.kept', { name: user.name || user.userLoginId })}</p>
        {first ? (
          <CodeStep mayRemember={first.mayRemember} entering={entering} onDone={() => void goIn()} onBack={startOver} />
        ) : (
          <Form
            form={form}
            layout="vertical"
            size="large"
            requiredMark={false}
            onFinish={(values) => void submit(values)}
          >
            <FormProblem error={act.problem} />
            <input type="text" autoComplete="username" value={user.userLoginId} readOnly hidden />
            <Form.Item
              name="password"
              label={t('login.password')}
              rules={[{ required: true, message: t('login.needPassword') }]}
            >
              <Input.Password autoFocus autoComplete="current-password" maxLength={100} />
            </Form.Item>
            <CaptchaField captcha={captcha} />
            <Button type="primary" htmlType="submit" block loading={act.busy || entering}>
              {t('idle.goOn')}
            </Button>
          </Form>
        )}
        <Button type="link" onClick={() => leave()}>
          {t('idle.other')}
        </Button>
      </section>
    </div>,
    box,
  );
}

/** Its own box at the end of the page; everything else is out of reach of mouse, keyboard and screen readers. */
function useLockBox(): HTMLElement {
  const [box] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.append(box);
    const others = [...document.body.children].filter(
      (each): each is HTMLElement => each !== box && each instanceof HTMLElement && !each.inert,
    );
    for (const other of others) other.inert = true;
    return () => {
      for (const other of others) other.inert = false;
      box.remove();
    };
  }, [box]);
  return box;
}
