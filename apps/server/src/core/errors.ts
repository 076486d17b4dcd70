export interface FieldProblem {
  path: string;
  message: string;
}

/**
 * An act of a person or program that cannot be done. `code` is stable ("order.notFound"); the area's texts hold its
 * text in both languages; `params` fill the text's {names}.
 */
export class Fail extends Error {
  readonly code: string;
  readonly status: number;
  readonly params: Record<string, string | number>;
  readonly fields: { path: string; code: string; params?: Record<string, string | number> }[];
  constructor(
    code: string,
    status: number,
    params: Record<string, string | number> = {},
    fields: { path: string; code: string; params?: Record<string, string | number> }[] = [],
  ) {
    super(code);
    this.name = 'Fail';
    this.code = code;
    this.status = status;
    this.params = params;
    this.fields = fields;
  }
}

type Params = Record<string, string | number>;
export const notFound = (code: string, params?: Params) => new Fail(code, 404, params);
/** The state of the record forbids the act, or another person was faster. */
export const conflict = (code: string, params?: Params) => new Fail(code, 409, params);
/** A rule of the business says no. */
export const ruleBroken = (code: string, params?: Params) => new Fail(code, 422, params);
export const forbidden = (code = 'core.forbidden', params?: Params) => new Fail(code, 403, params);
export const tooMany = (code: string, params?: Params) => new Fail(code, 429, params);
export const sessionOver = () => new Fail('core.sessionOver', 401);
/** Bad input that only the service can see: names the field. */
export const badField = (path: string, code: string, params?: Params) =>
  new Fail('core.badInput', 400, {}, [{ path, code, ...(params ? { params } : {}) }]);
