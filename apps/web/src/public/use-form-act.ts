import type { Call, ResultOf } from '@tradewind/contract/call.ts';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { send } from '../api/client.ts';
import { type ApiError, asApiError } from '../api/errors.ts';
import { placeErrors } from '../components/place-errors.ts';

interface FormAct<C extends Call> {
  busy: boolean;
  /** What belongs to no field. */
  problem: ApiError | undefined;
  submit: (input: unknown, file?: File) => Promise<ResultOf<C> | undefined>;
}

/** Sends a form of a public page: errors go to its fields, the rest above them. */
export function useFormAct<C extends Call>(call: C, form: FormInstance, onFailed?: () => void): FormAct<C> {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  return {
    busy,
    problem,
    submit: async (input, file) => {
      setBusy(true);
      setProblem(undefined);
      try {
        return await send(call, input, { quiet: true, ...(file ? { file } : {}) });
      } catch (thrown) {
        const error = asApiError(thrown);
        if (placeErrors(form, error)) setProblem(error);
        onFailed?.();
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
