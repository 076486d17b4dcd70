import { companyRegisterAction } from '@tradewind/contract/company.ts';
import { Button, Checkbox, Form, Input, Result, Select, Steps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { propose } from '../components/propose.ts';
import { CitySelect, ProvinceSelect } from '../components/region-select.tsx';
import { currentLanguage } from '../i18n.ts';
import { CaptchaField, useCaptcha } from './captcha-field.tsx';
import { baseCurrencyOf, countriesHere, homeCountry } from './home-country.ts';
import { LicenceFields } from './licence-fields.tsx';
import { NewPassword } from './new-password.tsx';
import { FormProblem } from './problem.tsx';
import { PublicLayout } from './public-layout.tsx';
import { useFormAct } from './use-form-act.ts';

interface Registration {
  company: Record<string, string>;
  account: { email: string } & Record<string, string>;
  checkCode?: string;
  file?: File;
}
const COUNTRY = ['company', 'country'];
const PROVINCE = ['company', 'province'];
const CITY = ['company', 'city'];
const CURRENCY = ['company', 'baseCurrency'];
const STEPS = ['company', 'account', 'confirm'] as const;
/** Which part of the form a step asks for. */
const PARTS: readonly string[] = ['company', 'account'];
const HOME = homeCountry();
const CURRENCIES = ['CNY', 'USD', 'EUR', 'GBP', 'HKD', 'JPY', 'CAD', 'AUD', 'SGD'];

export default function Register(): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm<Registration>();
  const captcha = useCaptcha();
  const [mailedTo, setMailedTo] = useState('');
  const act = useFormAct(companyRegisterAction, form, captcha.renew);
  const [step, setStep] = useState(0);
  const goTo = async (next: number) => {
    if (next > step) {
      const names = form.getFieldsError().map(({ name }) => name);
      const wrong = await form.validateFields(names.filter(([part]) => part === PARTS[step])).then(
        () => false,
        () => true,
      );
      if (wrong) return;
    }
    setStep(next);
  };
  const submit = async ({ company, account, checkCode, file }: Registration) => {
    const input = { company, account, ...(checkCode ? { checkCode } : {}), language: currentLanguage() };
    const done = await act.submit(input, file);
    if (done) return setMailedTo(account.email);
    // What the server refused may stand on an earlier step.
    const refused = form.getFieldsError().find(({ errors }) => errors.length > 0)?.name;
    const at = PARTS.indexOf(String(refused?.[0]));
    if (at >= 0 && refused?.[1] !== 'licenceNumber') setStep(at);
  };
  if (mailedTo)
    return (
      <PublicLayout title={t('register.title')} wide>
        <Result
          status="success"
          title={t('register.doneTitle')}
          subTitle={t('register.doneText', { email: mailedTo })}
          extra={<Link to="/login">{t('password.toLogin')}</Link>}
        />
      </PublicLayout>
    );
  return (
    <PublicLayout title={t('register.title')} intro={t('register.intro')} wide>
      <Steps
        className="tw-register-steps"
        size="small"
        responsive={false}
        current={step}
        items={STEPS.map((name) => ({ title: t(`register.step.${name}`) }))}
      />
      <Form
        form={form}
        layout="vertical"
        scrollToFirstError={{ focus: true }}
        initialValues={{
          company: {
            country: HOME,
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'Asia/Shanghai',
            baseCurrency: baseCurrencyOf(HOME),
          },
        }}
        onFinish={(values) => void submit(values)}
      >
        <FormProblem error={act.problem} />
        <div hidden={step !== 0}>
          <CompanyFields />
        </div>
        <div hidden={step !== 1}>
          <AccountFields />
        </div>
        <div hidden={step !== 2}>
          <LicenceFields />
          <CaptchaField captcha={captcha} />
          <Agreed />
        </div>
        <StepButtons step={step} busy={act.busy} goTo={goTo} />
      </Form>
      <div className="tw-public-line">
        <Link to="/login">{t('register.haveAccount')}</Link>
      </div>
    </PublicLayout>
  );
}

function StepButtons({
  step,
  busy,
  goTo,
}: {
  step: number;
  busy: boolean;
  goTo: (step: number) => Promise<void>;
}): ReactNode {
  const { t } = useTranslation();
  const last = step === STEPS.length - 1;
  return (
    <div className="tw-register-foot">
      {step > 0 && (
        <Button size="large" onClick={() => void goTo(step - 1)}>
          {t('register.back')}
        </Button>
      )}
      {last ? (
        // Keys: were the button before it reused, the click that made it "submit" would submit.
        <Button key="submit" type="primary" size="large" htmlType="submit" block loading={busy}>
          {t('register.submit')}
        </Button>
      ) : (
        <Button key="next" type="primary" size="large" block onClick={() => void goTo(step + 1)}>
          {t('register.next')}
        </Button>
      )}
    </div>
  );
}

function Agreed(): ReactNode {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="agreed"
      valuePropName="checked"
      rules={[
        {
          validator: async (_, ticked) => (ticked ? undefined : Promise.reject(new Error(t('register.needAgree')))),
        },
      ]}
    >
      <Checkbox>
        {t('register.agree')} <Link to="/agreement">{t('legal.agreement')}</Link> {t('register.and')}{' '}
        <Link to="/privacy">{t('legal.privacy')}</Link>
      </Checkbox>
    </Form.Item>
  );
}

function CompanyFields(): ReactNode {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const abroad = (Form.useWatch(COUNTRY, form) ?? HOME) !== 'CN';
  /** Another country has other provinces, and most often another currency. */
  const moveTo = (country: string) => {
    form.setFieldValue(PROVINCE, '');
    form.setFieldValue(CITY, '');
    propose(form, CURRENCY, baseCurrencyOf(country));
  };
  const need = (label: string) => [{ required: true, whitespace: true, message: t('form.required', { name: label }) }];
  const options = (words: readonly string[]) => words.map((value) => ({ value }));
  const text = (name: string, label: string, kind: 'tw-half' | 'tw-full', required = false, max = 100) => (
    <Form.Item className={kind} name={['company', name]} label={label} rules={required ? need(label) : []}>
      <Input maxLength={max} />
    </Form.Item>
  );
  return (
    <div className="tw-form-grid">
      {text('name', t('register.companyName'), 'tw-full', true)}
      <Form.Item className="tw-full" name={COUNTRY} label={t('register.country')} rules={need(t('register.country'))}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={countriesHere()} onChange={moveTo} />
      </Form.Item>
      <Form.Item className="tw-half" name={PROVINCE} label={t(abroad ? 'register.state' : 'register.province')}>
        <ProvinceSelect country={COUNTRY} city={CITY} />
      </Form.Item>
      <Form.Item className="tw-half" name={CITY} label={t('register.city')}>
        <CitySelect country={COUNTRY} province={PROVINCE} />
      </Form.Item>
      {text('address', t('register.address'), 'tw-full', false, 200)}
      {text('contact', t('register.contact'), 'tw-half', true, 50)}
      {text('phone', t('register.phone'), 'tw-half', false, 30)}
      <Form.Item
        className="tw-half"
        name={['company', 'timeZone']}
        label={t('register.timeZone')}
        rules={need(t('register.timeZone'))}
      >
        <Select showSearch options={options(Intl.supportedValuesOf('timeZone'))} />
      </Form.Item>
      <Form.Item
        className="tw-half"
        name={CURRENCY}
        label={t('register.baseCurrency')}
        rules={need(t('register.baseCurrency'))}
      >
        <Select showSearch options={options(CURRENCIES)} />
      </Form.Item>
    </div>
  );
}

function AccountFields(): ReactNode {
  const { t } = useTranslation();
  const need = (label: string) => ({ required: true, whitespace: true, message: t('form.required', { name: label }) });
  return (
    <div className="tw-form-grid">
      <Form.Item
        className="tw-half"
        name={['account', 'userLoginId']}
        label={t('register.loginId')}
        rules={[
          need(t('register.loginId')),
          { pattern: /^\s*[A-Za-z0-9._@-]{3,60}\s*$/, message: t('register.loginIdHelp') },
        ]}
      >
        <Input autoComplete="username" maxLength={60} placeholder={t('register.loginIdHelp')} />
      </Form.Item>
      <Form.Item
        className="tw-half"
        name={['account', 'name']}
        label={t('register.name')}
        rules={[need(t('register.name'))]}
      >
        <Input autoComplete="name" maxLength={50} />
      </Form.Item>
      <Form.Item
        className="tw-full"
        name={['account', 'email']}
        label={t('register.email')}
        rules={[need(t('register.email')), { type: 'email', message: t('register.emailBad') }]}
      >
        <Input type="email" autoComplete="email" maxLength={120} />
      </Form.Item>
      <NewPassword
        className="tw-half"
        name={['account', 'password']}
        label={t('register.password')}
        repeatLabel={t('register.repeat')}
      />
    </div>
  );
}
