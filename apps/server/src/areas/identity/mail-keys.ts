import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { addJob, defineJob } from '../../core/jobs/jobs.ts';
import { sendMail } from '../../core/send-mail.ts';
import { say } from '../../core/text/texts.ts';
import { type User, userOf } from './accounts.ts';
import { dropKeys, issueKey, type KeyPurpose } from './keys.ts';

const HOURS: Record<KeyPurpose, number> = { password: 2, invitation: 72, userMail: 48, companyMail: 48 };
/** The page that the link opens. */
const PAGES: Record<KeyPurpose, (key: string) => string> = {
  password: (key) => `/retrievePassword?key=${key}`,
  invitation: (key) => `/retrievePassword?key=${key}`,
  userMail: (key) => `/validateMail?key=${key}&type=user`,
  companyMail: (key) => `/validateMail?key=${key}`,
};

/** Creates the key when the mail goes out, so that the queue never holds it in plain text. */
const mailKey = defineJob<{ userId: number; purpose: KeyPurpose }>(
  'identity.mailKey',
  ['发送验证邮件', 'Send verification email'],
  async (app, ctx, { userId, purpose }) => {
    const made = await app.database.inCompany(ctx, async (tx) => {
      const user = await userOf(tx, userId);
      if (!user?.enabled || done(user, purpose)) return undefined;
      await dropKeys(tx, [purpose], userId);
      return { user, key: await issueKey(tx, purpose, userId, HOURS[purpose]) };
    });
    if (made) await send(app, ctx, made.user, purpose, made.key);
  },
);

const done = (user: User, purpose: KeyPurpose) => purpose === 'userMail' && user.emailVerified;

async function send(app: App, ctx: Ctx, user: User, purpose: KeyPurpose, key: string): Promise<void> {
  const params = {
    name: user.name,
    userLoginId: user.userLoginId,
    link: `${app.config.publicUrl}/#${PAGES[purpose](key)}`,
    hours: HOURS[purpose],
  };
  const subject = say(user.language, `identity.mail.${purpose}.subject`, params);
  const text = say(user.language, `identity.mail.${purpose}.text`, params);
  await sendMail(app, ctx, { to: user.email, subject, text });
}

/** Mails a key to the user after the commit. A repeated request sends one mail. */
export async function mailKeyTo(tx: Tx, userId: number, purpose: KeyPurpose): Promise<void> {
  await addJob(tx, mailKey, { userId, purpose }, { key: `mailKey:${purpose}:${userId}`, maxAttempts: 8 });
}

/** The same for a request without a session: the answer does not reveal whether the account exists. */
export async function mailKeyIfKnown(app: App, ctx: Ctx, user: User | undefined, purpose: KeyPurpose): Promise<void> {
  await app.database.inCompany(ctx, async (tx) => {
    if (user?.enabled) await mailKeyTo(tx, user.id, purpose);
  });
}
