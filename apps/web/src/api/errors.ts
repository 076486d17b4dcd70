export interface FieldError {
  path: string;
  message: string;
}

/** Every failure of a call, in one shape. `code` 0: no answer (network, timeout). */
export class ApiError extends Error {
  readonly code: number;
  /** Stable name, e.g. "order.notFound". */
  readonly error: string;
  readonly msg: string;
  readonly fields: FieldError[];
  readonly requestId: string;
  constructor(code: number, error: string, msg: string, fields: FieldError[] = [], requestId = '') {
    super(msg);
    this.name = 'ApiError';
    this.code = code;
    this.error = error;
    this.msg = msg;
    this.fields = fields;
    this.requestId = requestId;
  }
  get network(): boolean {
    return this.code === 0;
  }
  /** Somebody else changed it, or its status is no longer the one on the page. */
  get conflict(): boolean {
    return this.code === 409;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** Turns any thrown value into an ApiError, so that one place can show it. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(-1, 'web.unexpected', error instanceof Error ? error.message : String(error));
}
