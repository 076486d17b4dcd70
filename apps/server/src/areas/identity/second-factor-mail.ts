import type { Tx } from '../../core/database/database.ts';
import { addJob, defineJob } from '../../core/jobs/jobs.ts';
import { sendMail } from '../../core/send-mail.ts';
import { say } from '../../core/text/texts.ts';
import { userOf } from './accounts.ts';

type FactorEvent = 'enabled' | 'disabled' | 'reset' | 'recoveryCode';

const factorMail = defineJob<{ userId: number; event: FactorEvent }>(
  'identity.factorMail',
  ['发送两步验证变更邮件', 'Send email about two-step sign-in'],
  async (app, ctx, { userId, event }) => {
    const user = await app.database.look(ctx, (tx) => userOf(tx, userId));
    if (!user) return;
    const params = { name: user.name, userLoginId: user.userLoginId };
    const subject = say(user.language, 'identity.mail.factor.subject');
    const text = say(user.language, `identity.mail.factor.${event}`, params);
    await sendMail(app, ctx, { to: user.email, subject, text });
  },
);

/** So that nobody changes it behind the user's back. */
export async function mailAboutFactor(tx: Tx, userId: number, event: FactorEvent): Promise<void> {
  await addJob(tx, factorMail, { userId, event }, { maxAttempts: 8 });
}
