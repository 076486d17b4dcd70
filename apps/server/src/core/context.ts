export type Language = 'zh' | 'en';

/** Who acts: a signed-in user, or the program itself (a job, a rule) in a company's name. */
export interface Actor {
  /** 0 where the program acts by itself. */
  userId: number;
  /** userLoginId, or the name of the job. */
  name: string;
  mainAccount: boolean;
}

/**
 * What every service gets first: whose data, who acts, in which language, what time it is. Built once a request by the
 * session guard, or by `systemContext` for a job.
 */
export interface Ctx {
  companyId: number;
  actor: Actor;
  language: Language;
  requestId: string;
  now(): Date;
}

export function systemContext(companyId: number, name: string, requestId = name): Ctx {
  return {
    companyId,
    actor: { userId: 0, name, mainAccount: true },
    language: 'zh',
    requestId,
    now: () => new Date(),
  };
}
