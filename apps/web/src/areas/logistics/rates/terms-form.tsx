import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { InputOf } from '@tradewind/contract/call.ts';
import {
  BRACKET_EDGES,
  CARD_UNITS,
  FREIGHT_PART,
  SIDE_ROUNDINGS,
  SURCHARGE_BASES,
  type Surcharge,
  VOLUME_MODES,
} from '@tradewind/contract/logistics/rates.ts';
import { saveRateDraft } from '@tradewind/contract/logistics.ts';
import { Button, DatePicker, Form, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyOptions } from '../../../components/currencies.ts';
import { dayOf, pickerDay } from '../../../components/days.ts';
import { FormDrawer, type StartOf } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { optionsOf } from '../../../components/list-page.tsx';
import { OF_VERSION, type VersionDetail } from './calls.ts';

const FLAGS = ['residential', 'battery', 'signature'] as const;
/** `remote:` and a kind of remote areas. */
type Flag = (typeof FLAGS)[number] | `remote:${string}`;
const remoteFlag = (kind: string): Flag => `remote:${kind}`;
type Terms = InputOf<typeof saveRateDraft>['terms'];
interface Values {
  note: string;
  terms: Omit<Terms, 'fuel' | 'surcharges'>;
  surcharges: (Pick<Surcharge, 'code' | 'basis' | 'amount' | 'when'> & { flags: Flag[]; kept?: Surcharge })[];
  fuelOn: string[];
  weeks: { from: string; percent: string }[];
}

/** What an emptied field holds is left out: the call has its default. */
const filled = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== '')) as T;

const flagsOf = ({ when }: Surcharge): Flag[] => [
  ...FLAGS.filter((flag) => when[flag]),
  ...(when.remote ?? []).map(remoteFlag),
];

function valuesOf({ note, terms }: VersionDetail): StartOf<Values> {
  const { fuel, surcharges, ...rest } = terms;
  return {
    note,
    terms: rest,
    surcharges: surcharges.map((one) => ({ ...one, flags: flagsOf(one), kept: one })),
    fuelOn: fuel?.on ?? [FREIGHT_PART],
    weeks: fuel?.weeks ?? [],
  };
}

function termsOf({ terms, surcharges = [], fuelOn, weeks = [] }: Values): Terms {
  return {
    ...filled(terms),
    surcharges: surcharges.map(({ flags = [], when = {}, kept, ...one }) => {
      const {
        residential: _home,
        battery: _battery,
        signature: _signature,
        remote: _kinds,
        ...others
      } = {
        ...kept?.when,
        ...when,
      };
      const set = Object.fromEntries(FLAGS.flatMap((flag) => (flags.includes(flag) ? [[flag, true as const]] : [])));
      const remote = flags.flatMap((flag) => (flag.startsWith('remote:') ? flag.slice('remote:'.length) : []));
      return { ...kept, ...filled(one), when: { ...filled(others), ...set, ...(remote.length > 0 ? { remote } : {}) } };
    }),
    fuel: weeks.length > 0 ? { on: fuelOn, weeks } : null,
  };
}

/** Terms, surcharges and fuel of a draft. Zones and prices come from its workbook. */
export function TermsForm({ version, onClose }: { version: VersionDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const { id, revision, terms, remoteKinds } = version;
  const parts = [FREIGHT_PART, ...terms.surcharges.map((one) => one.code)];
  return (
    <FormDrawer
      open
      size={920}
      title={t('rates.edit')}
      call={saveRateDraft}
      initial={valuesOf(version)}
      toInput={(values: Values) => ({ id, revision, note: values.note, terms: termsOf(values) })}
      verb={t('rates.save')}
      success={t('rates.saved')}
      refresh={OF_VERSION}
      onClose={onClose}
    >
      <Rules />
      <h3 className="tw-section-title">{t('rates.tab.surcharges')}</h3>
      <p className="tw-muted">{t('rates.surchargeHint')}</p>
      <Surcharges remoteKinds={remoteKinds} />
      <h3 className="tw-section-title">{t('rates.tab.fuel')}</h3>
      <FormFields<Values>
        fields={[
          {
            kind: 'multi',
            name: 'fuelOn',
            label: t('rates.fuelOn'),
            options: parts.map((part) => ({ value: part, label: part })),
          },
        ]}
      />
      <Weeks />
    </FormDrawer>
  );
}

function Rules(): ReactNode {
  const { t } = useTranslation('logistics');
  const select = { kind: 'select', half: true, required: true } as const;
  const decimal = { kind: 'decimal', half: true, required: false } as const;
  return (
    <FormFields<Values>
      fields={[
        { ...select, name: 'terms.currency', label: t('rates.currency'), options: currencyOptions() },
        {
          ...select,
          name: 'terms.units',
          label: t('rates.units'),
          options: optionsOf(CARD_UNITS, (one) => t(`rates.unitWords.${one}`)),
        },
        { kind: 'number', half: true, required: true, name: 'terms.divisor', label: t('rates.divisor'), min: 1 },
        {
          ...select,
          name: 'terms.volumeMode',
          label: t('rates.volumeMode'),
          options: optionsOf(VOLUME_MODES, (one) => t(`rates.volumeModes.${one}`)),
        },
        { ...decimal, name: 'terms.volumeThreshold', label: t('rates.volumeThreshold') },
        {
          ...select,
          name: 'terms.sideRounding',
          label: t('rates.sideRounding'),
          options: optionsOf(SIDE_ROUNDINGS, (one) => t(`rates.sideRoundings.${one}`)),
        },
        { ...decimal, name: 'terms.step', label: t('rates.step') },
        { ...decimal, name: 'terms.minimumWeight', label: t('rates.minimumWeight') },
        {
          ...select,
          name: 'terms.edge',
          label: t('rates.edge'),
          options: optionsOf(BRACKET_EDGES, (one) => t(`rates.edges.${one}`)),
        },
        { ...decimal, name: 'terms.minimumCharge', label: t('rates.minimumCharge') },
        { ...decimal, name: 'terms.taxPercent', label: t('rates.taxPercent') },
        { kind: 'text', name: 'note', label: t('rates.note'), half: true, required: false },
      ]}
    />
  );
}

/** A form forgets what has no field: what only the workbook sets stays with its row. */
const Kept = () => null;
const LIMITS = ['weightOver', 'longestOver', 'girthOver'] as const;

function Surcharges({ remoteKinds }: { remoteKinds: readonly string[] }): ReactNode {
  const { t } = useTranslation('logistics');
  return (
    <Form.List name="surcharges">
      {(rows, { add, remove }) => (
        <div className="tw-form-rows">
          <table>
            <thead>
              <tr>
                <th>{t('rates.code')}</th>
                <th style={{ width: 120 }}>{t('rates.basis')}</th>
                <th style={{ width: 96 }}>{t('rates.amount')}</th>
                <th style={{ width: 190 }}>{t('rates.when')}</th>
                {LIMITS.map((limit) => (
                  <th key={limit} style={{ width: 92 }}>
                    {t(`rates.${limit}`)}
                  </th>
                ))}
                <th aria-label={t('rates.remove')} />
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name }) => (
                <SurchargeRow key={key} name={name} remoteKinds={remoteKinds} onRemove={() => remove(name)} />
              ))}
            </tbody>
          </table>
          <Button icon={<PlusOutlined />} onClick={() => add({ basis: 'flat', flags: [] })}>
            {t('rates.addSurcharge')}
          </Button>
        </div>
      )}
    </Form.List>
  );
}

interface RowProps {
  name: number;
  remoteKinds: readonly string[];
  onRemove: () => void;
}
function SurchargeRow({ name, remoteKinds, onRemove }: RowProps): ReactNode {
  const { t } = useTranslation('logistics');
  const needed = (of: string) => [{ required: true, message: t('form.required', { name: of }) }];
  return (
    <tr>
      <td data-wide>
        <Form.Item name={[name, 'kept']} noStyle>
          <Kept />
        </Form.Item>
        <Form.Item name={[name, 'code']} rules={needed(t('rates.code'))}>
          <Input maxLength={30} autoComplete="off" aria-label={t('rates.code')} />
        </Form.Item>
      </td>
      <td data-label={t('rates.basis')}>
        <Form.Item name={[name, 'basis']}>
          <Select
            aria-label={t('rates.basis')}
            options={optionsOf(SURCHARGE_BASES, (one) => t(`rates.bases.${one}`))}
          />
        </Form.Item>
      </td>
      <td data-label={t('rates.amount')}>
        <Form.Item name={[name, 'amount']} rules={needed(t('rates.amount'))}>
          <InputNumber<string> stringMode min="0" controls={false} aria-label={t('rates.amount')} />
        </Form.Item>
      </td>
      <td data-label={t('rates.when')}>
        <Form.Item name={[name, 'flags']}>
          <Select
            mode="multiple"
            maxTagCount="responsive"
            aria-label={t('rates.when')}
            options={[
              ...optionsOf<Flag>(FLAGS, (flag) => t(`rates.flags.${flag}`)),
              ...remoteKinds.map((kind) => ({ value: remoteFlag(kind), label: t('rates.remoteFlag', { kind }) })),
            ]}
          />
        </Form.Item>
      </td>
      {LIMITS.map((limit) => (
        <td key={limit} data-label={t(`rates.${limit}`)}>
          <Form.Item name={[name, 'when', limit]}>
            <InputNumber<string> stringMode min="0" controls={false} aria-label={t(`rates.${limit}`)} />
          </Form.Item>
        </td>
      ))}
      <td>
        <Button type="text" icon={<DeleteOutlined />} aria-label={t('rates.remove')} onClick={onRemove} />
      </td>
    </tr>
  );
}

function Weeks(): ReactNode {
  const { t } = useTranslation('logistics');
  const needed = (name: string) => [{ required: true, message: t('form.required', { name }) }];
  return (
    <Form.List name="weeks">
      {(rows, { add, remove }) => (
        <div className="tw-form-rows">
          <table>
            <thead>
              <tr>
                <th style={{ width: 200 }}>{t('rates.week')}</th>
                <th style={{ width: 140 }}>{t('rates.percent')}</th>
                <th aria-label={t('rates.remove')} />
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name }) => (
                <tr key={key}>
                  <td data-label={t('rates.week')}>
                    <Form.Item
                      name={[name, 'from']}
                      rules={needed(t('rates.week'))}
                      getValueProps={(value?: string) => ({ value: pickerDay(value) })}
                      normalize={dayOf}
                    >
                      <DatePicker aria-label={t('rates.week')} />
                    </Form.Item>
                  </td>
                  <td data-label={t('rates.percent')}>
                    <Form.Item name={[name, 'percent']} rules={needed(t('rates.percent'))}>
                      <InputNumber<string> stringMode min="0" controls={false} aria-label={t('rates.percent')} />
                    </Form.Item>
                  </td>
                  <td>
                    <Button
                      type="text"
                      icon={<DeleteOutlined />}
                      aria-label={t('rates.remove')}
                      onClick={() => remove(name)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Button icon={<PlusOutlined />} onClick={() => add({}, 0)}>
            {t('rates.addWeek')}
          </Button>
        </div>
      )}
    </Form.List>
  );
}
